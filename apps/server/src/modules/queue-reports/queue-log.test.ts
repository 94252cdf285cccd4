import type { QueueLogRow } from "@callpanel/phone-port";
import { expect, it } from "vitest";
import { createQueueLog } from "./queue-log.ts";

it("QREP-4 a connection is kept with the target that its queue has then; other rows and unknown queues have none", async () => {
  const kept: QueueLogRow[] = [];
  const targets: Record<string, number> = { "600": 30 };
  const log = createQueueLog({
    store: {
      append: async (owner, rows) => {
        expect(owner).toBe("one");
        kept.push(...rows);
      },
      open: () => Promise.reject(new Error("not opened here")),
      talksSince: () => Promise.reject(new Error("not opened here")),
    },
    midnight: () => 0,
    servers: { id: "one", live: async () => new Set(["one"]) },
    targetSecondsOf: (realm, queueId) => (realm === "demo" ? targets[queueId] : undefined),
  });
  const connect = (queueId: string): QueueLogRow => ({
    realm: "demo",
    at: 1,
    queueId,
    event: "CONNECT",
    waitMs: 5,
    agentLegId: "leg",
    ringMs: 1,
  });
  const pause: QueueLogRow = { realm: "demo", at: 1, queueId: "600", agentId: 1, event: "PAUSE", reason: "" };
  await log.append([connect("600"), pause]);
  targets["600"] = 10;
  await log.append([connect("600"), connect("699")]);
  expect(kept).toEqual([
    { ...connect("600"), targetMs: 30_000 },
    pause,
    { ...connect("600"), targetMs: 10_000 },
    connect("699"),
  ]);
});

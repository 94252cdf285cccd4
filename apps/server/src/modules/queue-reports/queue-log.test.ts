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
      takeOver: () => Promise.reject(new Error("not opened here")),
      holds: () => Promise.reject(new Error("not opened here")),
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

it("QCB-15 callbacks that are taken over are passed to the phone system of their realm, once it has opened the log; without a lease nothing is held", async () => {
  const nothing = { lastAt: undefined, stays: [], members: [], pauses: [], logins: new Map<number, number>() };
  const order: string[] = [];
  const live = new Set(["one"]);
  const log = createQueueLog({
    store: {
      append: () => Promise.reject(new Error("nothing is written here")),
      open: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        order.push("opened");
        return nothing;
      },
      talksSince: async () => [{ queueId: "600", agentId: 1, endedAt: 1, talkMs: 1 }],
      takeOver: async (owner, from) => {
        order.push(`${from} to ${owner}`);
        return new Map([["demo", { ...nothing, lastAt: 7 }]]);
      },
      holds: async (owner) => owner === "one",
    },
    midnight: () => 0,
    servers: { id: "one", live: async () => live },
    targetSecondsOf: () => undefined,
  });
  for (const realm of ["demo", "other"])
    log.subscribe?.(realm, ({ lastAt, talks }) => order.push(`${realm} ${lastAt} ${talks.length}`));
  const opening = log.open("demo");
  await Promise.all([opening, log.adopt("gone")]);
  expect(order).toEqual(["opened", "gone to one", "demo 7 0"]);
  expect(await log.holds?.("demo", "a")).toBe(true);
  live.clear();
  expect(await log.holds?.("demo", "a")).toBe(false);
});

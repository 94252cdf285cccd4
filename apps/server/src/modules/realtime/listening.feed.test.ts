import { expect, it } from "vitest";
import type { ListeningStep } from "./listening.feed.ts";
import { openGateway, rule, STAFF } from "./test/open-gateway.ts";

const STEP: ListeningStep = {
  realm: "demo",
  exten: "103",
  num: "102",
  legnum: 2,
  mode: "monitor",
  active: true,
};

it("RT-42 who listens to whom is told to those alone who may listen themselves", async () => {
  const { join, listening } = openGateway();
  const carol = await join("carol", [...STAFF, rule("active_calls", "execute_callspy")], 3);
  const bob = await join("bob", STAFF, 2);
  listening.tell(STEP);
  listening.tell({ ...STEP, mode: "whisper" });
  listening.tell({ ...STEP, realm: "other" });
  expect(carol.frames.flatMap((frame) => (frame.type === "event" ? [frame.event] : []))).toEqual([
    { action: "CHANSPY", ...STEP },
    { action: "CHANSPY", ...STEP, mode: "whisper" },
  ]);
  expect(bob.frames.map(({ type }) => type)).toEqual(["hello", "snapshot"]);
});

import { expect, it } from "vitest";
import type { ListeningStep } from "./listening.board.ts";
import { callOf, openGateway, rule, STAFF } from "../../../test/open-gateway.ts";

const TOLD = {
  realm: "demo",
  exten: "103",
  name: "Carol Chen",
  num: "102",
  legnum: 2,
  mode: "monitor",
  active: true,
} as const;
const STEP: ListeningStep = { ...TOLD, channel: "ear", watchedId: 2 };
const SPIES = { module: "active_calls", rule: "execute_callspy" } as const;

it("RT-42 the listener and their target are sent only to people who may listen themselves", async () => {
  const { join, listening } = openGateway();
  const carol = await join("carol", [...STAFF, rule("active_calls", "execute_callspy")], 3);
  const bob = await join("bob", STAFF, 2);
  listening.apply(STEP);
  listening.apply({ ...STEP, mode: "whisper" });
  listening.apply({ ...STEP, realm: "other" });
  expect(carol.frames.flatMap((frame) => (frame.type === "event" ? [frame.event] : []))).toEqual([
    { action: "CHANSPY", ...TOLD },
    { action: "CHANSPY", ...TOLD, mode: "whisper" },
  ]);
  expect(bob.frames.map(({ type }) => type)).toEqual(["hello", "snapshot"]);
});

it("RT-42 people who may listen only to some people see only those people's listeners", async () => {
  const { join, listening } = openGateway();
  const ofBob = await join("dave", [...STAFF, { ...SPIES, targets: ["2"] }], 4);
  const ofAlice = await join("grace", [...STAFF, { ...SPIES, targets: ["1"] }], 7);
  listening.apply(STEP);
  expect([ofBob, ofAlice].map(({ frames }) => frames.filter(({ type }) => type === "event").length)).toEqual([1, 0]);
});

it("RT-42 a snapshot has the current listeners, for people who may listen to that person", async () => {
  const { join, listening } = openGateway();
  listening.apply(STEP);
  listening.apply({ ...STEP, channel: "other ear", exten: "104", watchedId: 1, num: "101" });
  listening.apply({ ...STEP, channel: "other ear", exten: "104", watchedId: 1, num: "101", active: false });
  listening.apply({ ...STEP, channel: "ear of another company", realm: "other" });
  const { active: _, ...told } = TOLD;
  const heard = async (name: string, rights: typeof STAFF, id: number) => {
    const { frames } = await join(name, rights, id);
    return frames.flatMap((frame) => (frame.type === "snapshot" ? [frame.listening] : []));
  };
  expect(await heard("carol", [...STAFF, SPIES], 3)).toEqual([[told]]);
  expect(await heard("dave", [...STAFF, { ...SPIES, targets: ["2"] }], 4)).toEqual([[told]]);
  expect(await heard("grace", [...STAFF, { ...SPIES, targets: ["1"] }], 7)).toEqual([undefined]);
  expect(await heard("bob", STAFF, 2)).toEqual([undefined]);
});

it("RT-45 a colleague sees the listener in a call with an unknown party; people who may listen to everybody see the watched person", async () => {
  const { join, presenceBoard, clock } = openGateway();
  const listening = {
    user: "***102",
    name: "Bob Brandt",
    kind: "listening",
    state: "answered",
    channel: "ear",
  } as const;
  const side = { realm: "demo", userId: 3, exten: "103", call: callOf({ ...listening, direction: "out" }) };
  const [alice, dave] = [
    await join("alice", STAFF, 1),
    await join("dave", [...STAFF, { ...SPIES, targets: ["1"] }], 4),
  ];
  const [carol, grace] = [await join("carol", STAFF, 3), await join("grace", [...STAFF, SPIES], 7)];
  presenceBoard.apply({ kind: "called", callid: "c1", sides: [side] });
  await clock.advance(1_000);
  for (const peer of [alice, dave, carol, grace]) {
    peer.say({ type: "snapshot" });
    await peer.ask("CoreShowChannels");
  }
  for (const { texts } of [alice, dave]) {
    expect(texts.join()).toContain("oncall");
    expect(texts.join()).not.toMatch(/Bob Brandt|\*\*\*102|"listening"/);
  }
  for (const { texts } of [carol, grace]) expect(texts.join()).toContain("Bob Brandt");
});

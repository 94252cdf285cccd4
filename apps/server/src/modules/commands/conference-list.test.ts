import { commandResultSchemas, SPECIAL_RULES } from "@callpanel/contract";
import { expect, it } from "vitest";
import type { RoomEvent } from "../rooms/index.ts";
import { callOf, openGateway, rule, STAFF, WATCHER } from "../../../test/open-gateway.ts";

const CONFERENCES = rule("conferences", "read");

function told(kind: RoomEvent["kind"], userId: number, talking = false): RoomEvent {
  const channel = `leg-${userId}`;
  const member = { channel, number: `10${userId}`, name: `P${userId}`, userId, talking, muted: false, joinedAt: 1_000 };
  return { kind, realm: "demo", confno: "800", member };
}

it("RT-40 events and ConfbridgeList show the same to people who may read conferences", async () => {
  const { join, rooms } = openGateway();
  const alice = await join("alice", [...STAFF, CONFERENCES]);
  const erin = await join("erin", WATCHER, 5);
  rooms.apply(told("joined", 2));
  rooms.apply(told("joined", 3));
  rooms.apply(told("talking", 2, true));
  const events = alice.frames.flatMap((frame) => (frame.type === "event" ? [frame.event] : []));
  expect(events).toMatchObject([
    { action: "CONFBRIDGE", event: "join", confno: "800", member: { number: "102", channel: "leg-2" } },
    { action: "CONFBRIDGE", event: "join", member: { number: "103" } },
    { action: "CONFBRIDGE", event: "talking", member: { number: "102", talking: true } },
  ]);
  const answer = await alice.ask("ConfbridgeList", { confno: "800" });
  const listed = answer?.type === "answer" ? commandResultSchemas.ConfbridgeList.parse(answer.result) : [];
  expect(listed).toMatchObject([
    { number: "102", talking: true },
    { number: "103", talking: false },
  ]);
  expect(await alice.ask("ConfbridgeList", { confno: "801" })).toMatchObject({ result: [] });

  expect(erin.frames.map(({ type }) => type)).toEqual(["hello", "snapshot"]);
  expect(await erin.ask("ConfbridgeList", { confno: "800" })).toMatchObject({ code: "request.forbidden" });
});

it("RT-40 without show_caller_id_info members have no name", async () => {
  const { join, rooms } = openGateway();
  const peer = await join("dave", [...WATCHER, CONFERENCES], 4);
  rooms.apply(told("joined", 2));
  expect(peer.frames.at(-1)).toMatchObject({ event: { member: { number: "", name: "", channel: "leg-2" } } });
});

it("RT-41 duplicate events, and events about a person who is not in the room, are not sent", async () => {
  const { join, rooms } = openGateway();
  const alice = await join("alice", [...STAFF, CONFERENCES]);
  for (const event of [told("left", 2), told("talking", 2, true), told("joined", 2), told("joined", 2)])
    rooms.apply(event);
  rooms.apply(told("talking", 2, false));
  rooms.apply(told("left", 2));
  rooms.apply(told("left", 2));
  const events = alice.frames.flatMap(({ type, ...frame }) =>
    type === "event" && "event" in frame ? [frame.event] : [],
  );
  expect(events).toMatchObject([{ event: "join" }, { event: "leave" }]);
  expect(await alice.ask("ConfbridgeList", { confno: "800" })).toMatchObject({ result: [] });
});

it("ROOM-11 only members of a three-way call see its number, who joins and who leaves", async () => {
  const { join, rooms, presenceBoard } = openGateway();
  const confno = "3WC-12345678";
  const at = (event: RoomEvent): RoomEvent => ({ ...event, confno });
  const [alice, dave] = [await join("alice", STAFF, 1), await join("dave", [...STAFF, CONFERENCES], 4)];
  rooms.apply(at(told("joined", 1)));
  rooms.apply(at(told("joined", 2)));
  const call = callOf({ user: confno, name: "Alice Archer, Carol Chen", state: "answered", channel: "leg-2" });
  presenceBoard.apply({ kind: "called", callid: "c1", sides: [{ realm: "demo", userId: 2, exten: "102", call }] });
  rooms.apply(at(told("talking", 2, true)));
  expect(await dave.ask("ConfbridgeList", { confno })).toMatchObject({ result: [] });
  expect(await dave.ask("CoreShowChannels")).toMatchObject({ result: [{ call: { user: "" } }] });
  expect(dave.texts.join()).not.toContain(confno);
  expect(dave.texts.join()).not.toContain("Alice Archer, Carol Chen");
  expect(dave.texts.join()).toContain("Three-way conference");
  rooms.apply(at(told("left", 1)));
  rooms.apply(at(told("left", 2)));
  const events = alice.frames.flatMap((frame) =>
    frame.type === "event" && frame.event.action === "CONFBRIDGE" ? [frame.event] : [],
  );
  expect(events.map(({ event, member }) => `${event} ${member.name}`)).toEqual([
    "join P1",
    "join P2",
    "talking P2",
    "leave P1",
  ]);
  const numbers = alice.frames.flatMap((frame) => (frame.type === "event" ? [frame.sequence] : []));
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
});

it("ROOM-11 a member sees the other members with names, whatever else they may see", async () => {
  const { join, enter } = openGateway();
  enter("3WC-12345678", 1);
  enter("3WC-12345678", 2);
  const peer = await join("erin", [...WATCHER, CONFERENCES], 1);
  expect(await peer.ask("ConfbridgeList", { confno: "3WC-12345678" })).toMatchObject({
    result: [{ name: "Person 1" }, { name: "Person 2" }],
  });
});

it("ROOM-11 a colleague with equal rights, who shares a stream, sees neither the number nor the members", async () => {
  const { join, presenceBoard } = openGateway();
  const all = [...STAFF, ...SPECIAL_RULES.panel_buddies.map((name) => rule("panel_buddies", name))];
  const [alice, bob] = [await join("alice", all, 1), await join("bob", all, 2)];
  const call = callOf({ user: "3WC-12345678", name: "Carol Chen, Dave", state: "answered", channel: "leg-1" });
  presenceBoard.apply({ kind: "called", callid: "c1", sides: [{ realm: "demo", userId: 1, exten: "101", call }] });
  expect(bob.texts.at(-1)).toBe(alice.texts.at(-1));
  expect(bob.texts.join()).not.toMatch(/3WC|Carol/);
});

import { commandResultSchemas, SPECIAL_RULES } from "@callpanel/contract";
import { expect, it } from "vitest";
import { DEFAULT_CONFERENCE, type ConferenceAction } from "../conferences/index.ts";
import { callOf, memberOf, openGateway, rule, STAFF, WATCHER } from "../../../test/open-gateway.ts";

const CONFERENCES = rule("conferences", "read");

function told(kind: "joined" | "changed" | "left", userId: number, talking = false): ConferenceAction {
  return { kind, realm: "demo", confno: "800", member: memberOf(userId, { name: `P${userId}`, talking }) };
}

it("RT-40 events and ConfbridgeList show the same to people who may read conferences", async () => {
  const { join, conferences } = openGateway();
  const alice = await join("alice", [...STAFF, CONFERENCES]);
  const erin = await join("erin", WATCHER, 5);
  conferences.apply(told("joined", 2));
  conferences.apply(told("joined", 3));
  conferences.apply(told("changed", 2, true));
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
  const { join, conferences } = openGateway();
  const peer = await join("dave", [...WATCHER, CONFERENCES], 4);
  conferences.apply(told("joined", 2));
  expect(peer.frames.at(-1)).toMatchObject({ event: { member: { number: "", name: "", channel: "leg-2" } } });
});

it("RT-41 duplicate events, and events about a person who is not in the room, are not sent", async () => {
  const { join, conferences } = openGateway();
  const alice = await join("alice", [...STAFF, CONFERENCES]);
  for (const event of [told("left", 2), told("changed", 2, true), told("joined", 2), told("joined", 2)])
    conferences.apply(event);
  conferences.apply(told("changed", 2, false));
  conferences.apply(told("left", 2));
  conferences.apply(told("left", 2));
  const events = alice.frames.flatMap(({ type, ...frame }) =>
    type === "event" && "event" in frame ? [frame.event] : [],
  );
  expect(events).toMatchObject([{ event: "join" }, { event: "leave" }]);
  expect(await alice.ask("ConfbridgeList", { confno: "800" })).toMatchObject({ result: [] });
});

it("ROOM-11 only members of a three-way call see its number, who joins and who leaves", async () => {
  const { join, conferences, presenceBoard } = openGateway();
  const confno = "3WC-12345678";
  const at = (event: ConferenceAction): ConferenceAction => ({ ...event, confno });
  const [alice, dave] = [await join("alice", STAFF, 1), await join("dave", [...STAFF, CONFERENCES], 4)];
  conferences.apply(at(told("joined", 1)));
  conferences.apply(at(told("joined", 2)));
  const call = callOf({ user: confno, name: "Alice Archer, Carol Chen", state: "answered", channel: "leg-2" });
  presenceBoard.apply({ kind: "called", callid: "c1", sides: [{ realm: "demo", userId: 2, exten: "102", call }] });
  conferences.apply(at(told("changed", 2, true)));
  expect(await dave.ask("ConfbridgeList", { confno })).toMatchObject({ result: [] });
  expect(await dave.ask("CoreShowChannels")).toMatchObject({ result: [{ call: { user: "" } }] });
  expect(dave.texts.join()).not.toContain(confno);
  expect(dave.texts.join()).not.toContain("Alice Archer, Carol Chen");
  expect(dave.texts.join()).toContain("Three-way conference");
  conferences.apply(at(told("left", 1)));
  conferences.apply(at(told("left", 2)));
  const events = alice.frames.flatMap((frame) =>
    frame.type === "event" && frame.event.action === "CONFBRIDGE" ? [frame.event] : [],
  );
  expect(events.map(({ event, member }) => `${event} ${member?.name}`)).toEqual([
    "join P1",
    "join P2",
    "talking P2",
    "leave P1",
  ]);
  const numbers = alice.frames.flatMap((frame) => (frame.type === "event" ? [frame.sequence] : []));
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
});

it("ROOM-11 a member sees the other members with names, with any other rights", async () => {
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

const on = (name: string, ...targets: string[]) => ({ ...rule("conferences", name), targets });

/** Members 2, an admin, and 3 in room 800; 4 in room 801; the orders that the phone system gets. */
function openRooms() {
  const given: object[] = [];
  const note = (order: string) => async (command: object) => {
    given.push({ order, ...command });
    return { ok: true, value: undefined } as const;
  };
  const gateway = openGateway({
    removeFromRoom: note("kick"),
    muteMember: note("mute"),
    recordRoom: note("record"),
    letIn: note("letIn"),
    lockRoom: note("lock"),
  });
  const enter = (confno: string, number: number, changes = {}) =>
    gateway.conferences.apply({ kind: "joined", realm: "demo", confno, member: memberOf(number, changes) });
  enter("800", 2, { admin: true });
  enter("800", 3, { waiting: true });
  enter("801", 4);
  return { ...gateway, given };
}
const ORDERS = [
  ["ConfbridgeKick", { confno: "800", channel: "leg-3" }, { order: "kick", room: "800", id: "leg-3" }],
  [
    "ConfbridgeMute",
    { confno: "800", channel: "leg-3", muted: true },
    { order: "mute", room: "800", legId: "leg-3", muted: true },
  ],
  ["ConfbridgeLetIn", { confno: "800", channel: "leg-3" }, { order: "letIn", room: "800", legId: "leg-3" }],
  ["ConfbridgeLock", { confno: "800", locked: true }, { order: "lock", room: "800", locked: true }],
] as const;
const CALLS = rule("active_calls", "read");

it("CONF-1 CONF-3 rooms are seen by the rights that name them, in the snapshot too; other rooms send nothing", async () => {
  const { join, conferences } = openRooms();
  for (const name of ["read_for", "list_for"]) {
    const peer = await join(`one-${name}`, [...STAFF, on(name, "801")], 9);
    expect(peer.frames[1]).toMatchObject({
      type: "snapshot",
      conferences: [{ confno: "801", locked: false, members: [{ channel: "leg-4", name: "Person 4", marked: false }] }],
    });
    conferences.apply({ kind: "state", realm: "demo", confno: "800", locked: name === "read_for", recording: false });
    expect(await peer.ask("ConfbridgeList", { confno: "800" })).toMatchObject({ result: [] });
    expect(peer.texts.join()).not.toMatch(/leg-2|leg-3|"800"/);
  }
  const all = await join("all", [...STAFF, CONFERENCES], 8);
  expect(all.frames[1]).toMatchObject({
    conferences: [{ confno: "800", members: [{ marked: true }, {}] }, { confno: "801" }],
  });
});

it("CONF-2 each change of a member and of the room is one event", async () => {
  const { join, conferences } = openRooms();
  const alice = await join("alice", [...STAFF, CONFERENCES], 1);
  const place = { realm: "demo", confno: "800" };
  const change = (changes: object) =>
    conferences.apply({ ...place, kind: "changed", member: memberOf(3, { waiting: true, ...changes }) });
  change({ talking: true });
  change({ talking: false, muted: true });
  change({ waiting: false });
  change({ waiting: false });
  conferences.apply({ ...place, kind: "state", locked: true, recording: false });
  conferences.apply({ ...place, kind: "state", locked: true, recording: false });
  conferences.apply({ ...place, confno: "802", kind: "state", locked: true, recording: false });
  conferences.apply({ ...place, kind: "state", locked: false, recording: false });
  conferences.apply({ ...place, kind: "state", locked: false, recording: true });
  const told = alice.frames.flatMap((frame) =>
    frame.type === "event" && frame.event.action === "CONFBRIDGE"
      ? [`${frame.event.confno} ${frame.event.event} ${frame.event.member?.number ?? ""}`.trim()]
      : [],
  );
  expect(told).toEqual([
    "800 talking 103",
    "800 silent 103",
    "800 mute 103",
    "800 unmute 103",
    "800 change 103",
    "800 lock",
    "800 unlock",
    "800 record",
  ]);
});

it("CONF-10 a user who may write the room, or is in it as an admin, leads it; others are refused and nothing is done", async () => {
  for (const [command, parts, order] of ORDERS) {
    const { join, given } = openRooms();
    const code = async (name: string, permissions: Parameters<typeof join>[1], userId: number) => {
      const last = await (await join(name, permissions, userId)).ask(command, parts);
      return last?.type === "refusal" ? last.code : "done";
    };
    expect(await code("reader", [...STAFF, CALLS, CONFERENCES], 1), command).toBe("request.forbidden");
    expect(await code("of801", [...STAFF, CALLS, CONFERENCES, on("write_for", "801")], 5)).toBe("request.forbidden");
    expect(await code("blind", [...STAFF, CALLS, rule("conferences", "write")], 6)).toBe("request.notFound");
    expect(await code("member", [...STAFF, CALLS, CONFERENCES], 4)).toBe("request.forbidden");
    expect(await code("elsewhere", [...STAFF, CALLS, on("read_for", "801")], 7)).toBe("request.notFound");
    expect(given).toEqual([]);
    expect(await code("writer", [...STAFF, CONFERENCES, rule("conferences", "write")], 8)).toBe("done");
    expect(await code("of800", [...STAFF, on("read_for", "800"), on("write_for", "800")], 9)).toBe("done");
    expect(await code("admin", [...STAFF, CALLS], 2)).toBe("done");
    expect(given).toEqual([order, order, order]);
  }
});

it("CONF-10 everybody mutes themselves; a leg of another room, or of no room, cannot be named", async () => {
  const { join, given } = openRooms();
  const own = await join("carol", [...STAFF, CONFERENCES], 3);
  await own.ask("ConfbridgeMute", { confno: "800", channel: "leg-3", muted: true });
  expect(await own.ask("ConfbridgeMute", { confno: "800", channel: "leg-2", muted: true })).toMatchObject({
    code: "request.forbidden",
  });
  expect(given).toEqual([{ order: "mute", room: "800", legId: "leg-3", muted: true, bySelf: true }]);
  const admin = await join("bob", [...STAFF, CALLS, CONFERENCES], 2);
  for (const [command, parts] of ORDERS.slice(0, 3))
    for (const channel of ["leg-4", "none"])
      expect(await admin.ask(command, { ...parts, channel })).toMatchObject({ code: "request.notFound" });
  expect(given).toHaveLength(1);
});

it("CONF-31 recording a room needs leading it and the right to record the user's own calls", async () => {
  const { join, given } = openRooms();
  const order = { confno: "800", recorded: true };
  const record = rule("active_calls", "execute_record");
  const code = async (name: string, permissions: Parameters<typeof join>[1], userId: number) => {
    const last = await (await join(name, permissions, userId)).ask("ConfbridgeRecord", order);
    return last?.type === "refusal" ? last.code : "done";
  };
  expect(await code("member", [...STAFF, CALLS, CONFERENCES, record], 3)).toBe("request.forbidden");
  expect(await code("blind", [...STAFF, CALLS, record], 6)).toBe("request.notFound");
  expect(await code("admin", [...STAFF, CALLS, CONFERENCES], 2)).toBe("request.forbidden");
  expect(given).toEqual([]);
  expect(await code("recorder", [...STAFF, CALLS, CONFERENCES, record], 2)).toBe("done");
  expect(given).toEqual([{ order: "record", by: "recorder", room: "800", recorded: true }]);
});

const NAMED = {
  number: "800",
  name: "Team",
  pin: null,
  adminPin: null,
  adminIds: [6],
  configuration: DEFAULT_CONFERENCE,
};

it("CONF-10 an admin by name leads the room also while they are not in it", async () => {
  const locked: object[] = [];
  const { join } = openGateway(
    { lockRoom: async (command) => (locked.push(command), { ok: true, value: undefined }) },
    { conferences: [NAMED] },
  );
  const order = { confno: "800", locked: true };
  expect(await (await join("frank", [...STAFF, CALLS], 6)).ask("ConfbridgeLock", order)).toMatchObject({
    type: "answer",
  });
  expect(await (await join("grace", [...STAFF, CALLS], 7)).ask("ConfbridgeLock", order)).toMatchObject({
    type: "refusal",
  });
  expect(locked).toEqual([{ room: "800", locked: true }]);
});

it("CONF-11 ringing the user's own phones for a room needs execute_callconference on it, and nothing else", async () => {
  const given: object[] = [];
  const { join } = openGateway({
    goalOf: async ({ to }) => ({ kind: "room", number: to }),
    originate: async (command) => (given.push(command), { ok: true, value: { callId: "c1" } }),
  });
  const code = async (name: string, ...permissions: Parameters<typeof join>[1] & object) => {
    const last = await (await join(name, [...STAFF, ...permissions], 1)).ask("Originate", { from: "101", to: "800" });
    return last?.type === "refusal" ? last.code : "done";
  };
  expect(await code("clicks", rule("click_to_dial", "read"))).toBe("request.forbidden");
  expect(await code("other", rule("click_to_dial", "read"), on("execute_callconference", "801"))).toBe(
    "request.forbidden",
  );
  expect(given).toEqual([]);
  expect(await code("this", on("execute_callconference", "800"))).toBe("done");
  expect(await code("all", rule("conferences", "execute_callconference"))).toBe("done");
});

it("CONF-23 an invitation is trusted if its author leads the room, or is in it while it is not locked", async () => {
  const trusted: boolean[] = [];
  const { join, conferences } = openGateway({
    invite: async ({ isTrusted }) => (trusted.push(isTrusted === true), { ok: true, value: { callId: "c1" } }),
  });
  const place = { realm: "demo", confno: "800" };
  conferences.apply({ ...place, kind: "joined", member: memberOf(2) });
  conferences.apply({ ...place, kind: "joined", member: memberOf(3, { waiting: true }) });
  conferences.apply({ ...place, kind: "joined", member: memberOf(4, { admin: true }) });
  const invites = rule("conferences", "execute_confinvite");
  const invite = async (userId: number, permissions: Parameters<typeof join>[1] = []) =>
    (await join(`p${userId}`, [...STAFF, CALLS, invites, ...permissions], userId)).ask("Originate", {
      from: "800",
      to: "105",
    });
  await invite(1);
  await invite(2);
  await invite(3);
  await invite(5, [CONFERENCES, rule("conferences", "write")]);
  expect(trusted).toEqual([false, true, false, true]);
  conferences.apply({ ...place, kind: "state", locked: true, recording: false });
  await invite(2);
  await invite(4);
  expect(trusted.slice(4)).toEqual([false, true]);
  expect(await (await join("nobody", [...STAFF, CALLS], 2)).ask("Originate", { from: "800", to: "105" })).toMatchObject(
    {
      code: "request.forbidden",
    },
  );
});

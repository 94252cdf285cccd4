import { expect, it } from "vitest";
import { MOVER, openGateway, personOf, STAFF, type Peer } from "../../../test/open-gateway.ts";

const CONFNO = "3WC-12345678";
const HOST = personOf(1, { isHost: true });
const [BOB, CAROL] = [personOf(2), personOf(3, { inviter: { number: "102", userId: 2 } })];

function openWithOrders() {
  const given: object[] = [];
  const done = { ok: true, value: undefined } as const;
  const gateway = openGateway({
    merge: async (command) => (given.push(command), done),
    removeFromRoom: async (command) => (given.push(command), done),
    setMuted: async (command) => (given.push(command), done),
  });
  const tell = (...people: readonly ReturnType<typeof personOf>[]) =>
    gateway.threeWay.apply({ realm: "demo", confno: CONFNO, people });
  return { ...gateway, given, tell };
}

const told = ({ frames }: Peer) =>
  frames.flatMap((frame) =>
    frame.type === "event" && frame.event.action === "THREEWAY"
      ? [frame.event.people.map(({ name, state }) => `${name} ${state}`).join()]
      : [],
  );
const code = async (peer: Peer, command: string, parts: object) => {
  const last = await peer.ask(command, parts);
  return last?.type === "refusal" ? last.code : "done";
};

it("RT-56 ROOM-11 members of a three-way call see who is in it; a person who has left is notified of that", async () => {
  const { join, tell } = openWithOrders();
  const [alice, bob] = [await join("alice", STAFF, 1), await join("bob", STAFF, 2)];
  const [carol, dave] = [await join("carol", MOVER, 3), await join("dave", MOVER, 4)];
  const ringing = personOf(3, { id: "call", state: "ringing", inviter: { number: "101", userId: 1 } });
  tell(HOST, BOB);
  tell(HOST, BOB, ringing);
  tell(HOST, BOB, { ...ringing, state: "declined" });
  tell(HOST, BOB);
  tell(HOST);
  const all = ["Person 1 in,Person 2 in", "Person 1 in,Person 2 in,Person 3 ringing"];
  const then = ["Person 1 in,Person 2 in,Person 3 declined", "Person 1 in,Person 2 in"];
  expect(told(alice)).toEqual([...all, ...then, "Person 1 in"]);
  expect(told(bob)).toEqual([...all, ...then, ""]);
  expect([...told(carol), ...told(dave)]).toEqual([]);
  expect(dave.texts.join()).not.toContain("3WC");
  expect(alice.texts.join()).not.toContain("userId");
});

it("RT-56 the snapshot has only the calls that the person is in", async () => {
  const { join, tell } = openWithOrders();
  tell(HOST, CAROL, personOf(2, { state: "ringing" }));
  const people = [
    { id: "leg-1", name: "Person 1", isHost: true },
    { id: "leg-3", invitedBy: "102" },
    { id: "leg-2", state: "ringing" },
  ];
  const alice = await join("alice", STAFF, 1);
  expect(alice.frames[1]).toMatchObject({ type: "snapshot", threeWay: [{ confno: CONFNO, people }] });
  for (const [name, userId] of [
    ["bob", 2],
    ["dave", 4],
  ] as const)
    expect((await join(name, MOVER, userId)).frames[1]).not.toHaveProperty("threeWay");
});

it("RT-57 ROOM-15 the owner of a call can remove any member, an inviter only people they invited, others cannot remove members", async () => {
  const { join, tell, given } = openWithOrders();
  tell(HOST, BOB, CAROL, personOf(4));
  const kick = (id: number) => ({ confno: CONFNO, channel: `leg-${id}` });
  const as = (name: string, userId: number) => join(name, MOVER, userId);
  expect(await code(await as("alice", 1), "ConfbridgeKick", kick(2))).toBe("done");
  const bob = await as("bob", 2);
  expect(await code(bob, "ConfbridgeKick", kick(3))).toBe("done");
  for (const id of [1, 2, 4, 9]) expect(await code(bob, "ConfbridgeKick", kick(id))).toBe("request.forbidden");
  const stranger = await as("frank", 6);
  expect(await code(stranger, "ConfbridgeKick", kick(2))).toBe("request.notFound");
  expect(await code(stranger, "ConfbridgeKick", { ...kick(2), confno: "3WC-99999999" })).toBe("request.notFound");
  expect(await code(bob, "ConfbridgeKick", { ...kick(3), confno: "800" })).toBe("request.notFound");
  expect(given).toEqual([
    { room: CONFNO, id: "leg-2" },
    { room: CONFNO, id: "leg-3" },
  ]);
});

it("RT-57 a person who is ringing cannot remove members, and neither can a removed one", async () => {
  const { join, tell, given } = openWithOrders();
  tell(HOST, BOB, personOf(3, { state: "ringing", inviter: { number: "101", userId: 1 } }));
  const carol = await join("carol", MOVER, 3);
  expect(await code(carol, "ConfbridgeKick", { confno: CONFNO, channel: "leg-2" })).toBe("request.notFound");
  tell(HOST, CAROL);
  const bob = await join("bob", MOVER, 2);
  expect(await code(bob, "ConfbridgeKick", { confno: CONFNO, channel: "leg-3" })).toBe("request.notFound");
  expect(given).toEqual([]);
});

it("RT-57 ROOM-17 two calls of the same person can be merged, only into a new three-way room", async () => {
  const { join, ring, given } = openWithOrders();
  ring(1, { state: "answered", channel: "own1", peerChannel: "far1" });
  ring(1, { callid: "c2", state: "answered", channel: "own2", peerChannel: "far2" });
  const alice = await join("alice", MOVER, 1);
  const merge = (channel: string, extra: string, to = CONFNO) => code(alice, "merge", { channel, extra, to });
  expect(await merge("own1", "own2", "800")).toBe("request.forbidden");
  expect(await merge("own1", "far2")).toBe("request.notFound");
  expect(await merge("far1", "own2")).toBe("request.notFound");
  expect(given).toEqual([]);
  expect(await merge("own1", "own2")).toBe("done");
  expect(given).toEqual([{ by: "alice", kept: "own1", left: "own2", room: CONFNO }]);
});

it("RT-57 ROOM-14 only the user's own leg can be marked as muted", async () => {
  const { join, ring, given } = openWithOrders();
  ring(1, { state: "answered", channel: "own1", peerChannel: "far1" });
  const alice = await join("alice", MOVER, 1);
  expect(await code(alice, "ConfbridgeMute", { channel: "far1", muted: true })).toBe("request.notFound");
  expect(await code(alice, "ConfbridgeMute", { channel: "own1", muted: true })).toBe("done");
  expect(given).toEqual([{ legId: "own1", muted: true }]);
});

import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT } from "../../test/office.ts";

test("CALL-33 *43 beeps and then gives the caller's own sound back", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const out = alice.call("*43");
  await out.until("talking");
  await office.clock.advance(2_000);
  expect(office.media.portOf(out.remoteSdp).heard).toEqual([
    { kind: "prompt", prompt: { kind: "tone", tone: "beep" } },
    { kind: "echo" },
  ]);
  out.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.records).toMatchObject([
    { disposition: "answered", to: { number: "*43", name: "Echo test" }, endedBy: "caller" },
  ]);
});

test("CALL-33 *86 plays music, also to a caller who holds and takes back", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const out = alice.call("*86");
  await out.until("talking");
  await settle();
  expect((await out.hold()).status).toBe(200);
  expect((await out.unhold()).status).toBe(200);
  expect(office.media.portOf(out.remoteSdp).heard).toEqual([{ kind: "prompt", prompt: { kind: "music" } }]);
  out.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.records).toMatchObject([{ to: { number: "*86", name: "Music on Hold" } }]);
});

test("CALL-34 an INVITE with Replaces takes the place of a leg of the same user; the other side stays", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  await incoming.hold();
  const laptop = await office.registered("bob");
  const moved = laptop.call("102", { headers: [["Replaces", incoming.replaces()]] });
  await moved.until("talking");
  await incoming.until("ended");

  expect(out.state).toBe("talking");
  const [fromAlice, fromLaptop] = [office.media.portOf(out.remoteSdp), office.media.portOf(moved.remoteSdp)];
  expect(fromAlice.hearsNow).toEqual({ kind: "peer", port: fromLaptop });
  expect(fromLaptop.hearsNow).toEqual({ kind: "peer", port: fromAlice });
  expect(office.system.snapshot().calls).toHaveLength(1);
  expect(office.records).toEqual([]);

  moved.hangUp();
  await out.until("ended");
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.records).toMatchObject([{ disposition: "answered", endedBy: "callee" }]);
});

test("CALL-34 the caller's own leg may be replaced as well, and then ends the call as the caller", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  const moved = alice.call("102", { headers: [["Replaces", out.replaces()]] });
  await moved.until("talking");
  await out.until("ended");
  moved.hangUp();
  await incoming.until("ended");
  await settle();
  expect(office.records).toMatchObject([{ disposition: "answered", endedBy: "caller" }]);
});

test("CALL-34 Replaces of nothing is 481, of somebody else's call 403, malformed 400, unfit 488; the call goes on", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const carol = await office.registered("carol");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  const nothing = bob.call("102", { headers: [["Replaces", "nothing;to-tag=a;from-tag=b"]] });
  const foreign = carol.call("102", { headers: [["Replaces", incoming.replaces()]] });
  const malformed = bob.call("102", { headers: [["Replaces", "oops"]] });
  const unfit = bob.call("102", { headers: [["Replaces", incoming.replaces()]], description: { codecs: ["PCMU"] } });
  await Promise.all([nothing, foreign, malformed, unfit].map((call) => call.until("ended")));
  expect([nothing, foreign, malformed, unfit].map(({ statuses }) => statuses)).toEqual([[481], [403], [400], [488]]);
  expect([out.state, incoming.state]).toEqual(["talking", "talking"]);
  out.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-35 a leg whose socket died is kept for the grace time, then its call ends", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { in: incoming } = await office.talk(alice, "102", bob);
  alice.cut();
  await office.clock.advance(89_000);
  expect(incoming.state).toBe("talking");
  expect(office.system.snapshot().calls[0]?.legs).toMatchObject([{ detached: true }, { detached: false }]);
  await office.clock.advance(1_000);
  expect(incoming.state).toBe("ended");
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.records).toMatchObject([{ disposition: "answered", endReason: "connection lost" }]);
  expect(office.eventsOf("legDetached")).toHaveLength(1);
});

test("CALL-35 when the other side hangs up meanwhile, nothing of the dead leg stays", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { in: incoming } = await office.talk(alice, "102", bob);
  alice.cut();
  await settle();
  incoming.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-36 a phone that registers again on a new socket has its call back", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  bob.cut();
  await office.clock.advance(60_000);
  bob.reconnect();
  await bob.register();
  expect(office.eventsOf("legReattached")).toHaveLength(1);
  await office.clock.advance(60_000);
  expect([out.state, incoming.state]).toEqual(["talking", "talking"]);
  out.hangUp();
  await incoming.until("ended");
  expect(incoming.requests.map(({ method }) => method)).toEqual(["BYE"]);
});

test("CALL-36 a request within the dialog from a new socket must prove whose it is, and brings the leg there", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  alice.cut();
  alice.reconnect();
  const response = await out.reoffer({});
  expect(response.status).toBe(200);
  expect(alice.received.some((frame) => frame.startsWith("SIP/2.0 401") && frame.includes(" INVITE\r\n"))).toBe(true);
  await office.clock.advance(120_000);
  incoming.hangUp();
  await out.until("ended");
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-36 nobody else can end a call from another socket", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const carol = await office.registered("carol");
  const { out } = await office.talk(alice, "102", bob);
  const { dialog } = out;
  const bye = await carol.request("BYE", {
    to: "102",
    inDialog: { callId: dialog?.callId ?? "", localTag: dialog?.localTag ?? "", remoteTag: dialog?.remoteTag ?? "" },
  });
  expect(bye.status).toBe(403);
  await settle();
  expect(out.state).toBe("talking");
});

test.each(["caller", "callee"])(
  "CALL-37 when the %s's socket dies before the answer the attempt ends at once",
  async (side) => {
    const office = createOffice();
    const alice = await office.registered("alice");
    const bob = await office.registered("bob");
    const out = alice.call("102");
    const incoming = await bob.incoming();
    (side === "caller" ? alice : bob).cut();
    await settle();
    expect(side === "caller" ? incoming.state : out.state).toBe("ended");
    await office.clock.advance(40_000);
    expect(office.leftovers()).toEqual(NOTHING_LEFT);
    expect(office.records).toMatchObject([{ disposition: side === "caller" ? "cancelled" : "unavailable" }]);
  },
);

test("CALL-38 stopping refuses new calls, waits for the running ones, and then ends them", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const carol = await office.registered("carol");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  const stopped = office.system.stop({ graceMs: 10_000 });
  const late = carol.call("101");
  await late.until("ended");
  expect(late.statuses).toEqual([503]);
  await office.clock.advance(9_000);
  expect(out.state).toBe("talking");
  await office.clock.advance(1_000);
  await stopped;
  await settle();
  expect([out.state, incoming.state]).toEqual(["ended", "ended"]);
  expect(office.records).toMatchObject([{ endReason: "shutdown", endedBy: "system" }]);
  expect(office.closings).toEqual([1, 2, 3].map(() => ({ code: 1001, reason: "Server stops" })));
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-38 stopping waits no longer than the last call", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { out } = await office.talk(alice, "102", bob);
  const stopped = office.system.stop({ graceMs: 600_000 });
  out.hangUp();
  await stopped;
  expect(office.records).toMatchObject([{ disposition: "answered" }]);
});

test("CALL-40 a record tells who called whom, when, how it ended and how it sounded", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const startedAt = office.clock.now();
  const out = alice.call("10-2");
  const incoming = await bob.incoming();
  await office.clock.advance(3_000);
  await incoming.answer();
  await out.until("talking");
  await office.clock.advance(5_000);
  out.hangUp();
  await settle();
  const quality = { codec: "opus", packetsReceived: 50, packetsSent: 50, packetsLost: 0, jitterMs: 1 };
  expect(office.records).toEqual([
    {
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      realm: "demo",
      startedAt,
      answeredAt: startedAt + 3_000,
      endedAt: startedAt + 8_000,
      from: { number: "101", name: "Alice Archer", userId: 1 },
      to: { number: "102", name: "Bob Brandt", userId: 2 },
      dialledNumber: "102",
      direction: "internal",
      disposition: "answered",
      failed: false,
      endedBy: "caller",
      endReason: "hangup",
      sipStatus: 200,
      quality: { caller: quality, callee: quality },
    },
  ]);
});

test("CALL-41 the events of a call come in order, and the end last", async () => {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const { out } = await office.talk(alice, "102", bob);
  await out.hold();
  out.hangUp();
  await settle();
  expect(office.events.map(({ kind }) => kind).filter((kind) => kind !== "registered")).toEqual([
    "callStarted",
    "callRinging",
    "callAnswered",
    "callHeld",
    "callEnded",
  ]);
  const [answered] = office.eventsOf("callAnswered");
  expect(answered?.call).toMatchObject({
    state: "answered",
    caller: { userId: 1 },
    callee: { userId: 2 },
    legs: [
      { side: "caller", sipCallId: out.dialog?.callId, held: false },
      { side: "callee", party: { userId: 2 }, state: "answered" },
    ],
  });
});

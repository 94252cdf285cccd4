import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT } from "../../../../test/test-pbx.ts";

test("CALL-40 a record has the caller, the called party, the time, the end and the quality of the sound", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const startedAt = pbx.clock.now();
  const out = alice.call("10-2");
  const incoming = await bob.incoming();
  await pbx.clock.advance(3_000);
  await incoming.answer();
  await out.until("talking");
  await pbx.clock.advance(5_000);
  out.hangUp();
  await settle();
  const quality = { codec: "opus", packetsReceived: 50, packetsSent: 50, packetsLost: 0, jitterMs: 1 };
  expect(pbx.records).toEqual([
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
      legIds: [expect.any(String), expect.any(String)],
      recordings: [],
    },
  ]);
});

test("CALL-41 the events of a call come in order, and the end last", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out } = await pbx.talk(alice, "102", bob);
  await out.hold();
  out.hangUp();
  await settle();
  expect(pbx.events.map(({ kind }) => kind).filter((kind) => kind !== "registered")).toEqual([
    "callStarted",
    "callRinging",
    "callAnswered",
    "callHeld",
    "callEnded",
  ]);
  const [answered] = pbx.eventsOf("callAnswered");
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

test("CALL-41 a listener that throws affects neither the call nor the other listeners", async () => {
  const pbx = createTestPbx();
  pbx.system.subscribe(() => {
    throw new Error("broken gateway");
  });
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out } = await pbx.talk(alice, "102", bob);
  out.hangUp();
  await settle();
  expect(pbx.records).toHaveLength(1);
  expect(pbx.eventsOf("callEnded")).toHaveLength(1);
  expect(pbx.logged).toContain("error a listener failed");
});

test("CALL-40 a failing ledger loses the record with an error in the log, and no call", async () => {
  const pbx = createTestPbx();
  pbx.loseRecords();
  const alice = await pbx.registered("alice");
  const call = alice.call("199");
  await call.until("ended");
  await settle();
  expect(pbx.logged).toContain("error a call record was lost");
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-80 the phones' reports about their audio are next to our own counts, no matter who hung up", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  incoming.answersByeWith([["X-Call-Quality", "mos=3.91;jitter=12.5;loss=2.00;seconds=60"]]);
  await out.request("BYE", { headers: [["X-Call-Quality", "mos=4.38;jitter=3.0;loss=0.00;seconds=61;rtt=40"]] });
  await settle();
  expect(pbx.records).toMatchObject([
    {
      quality: {
        caller: { codec: "opus", phone: { mos: 4.38, jitterMs: 3, lossPercent: 0, seconds: 61, roundTripMs: 40 } },
        callee: { codec: "opus", phone: { mos: 3.91, jitterMs: 12.5, lossPercent: 2, seconds: 60 } },
      },
    },
  ]);
});

test.each([
  "",
  "mos=9;jitter=1;loss=0;seconds=1",
  "mos=4.4",
  "mos=4;mos=4;jitter=1;loss=0;seconds=1",
  "x".repeat(5_000),
])("CALL-80 an invalid report is not in the record: %s", async (word) => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out } = await pbx.talk(alice, "102", bob);
  await out.request("BYE", { headers: [["X-Call-Quality", word]] });
  await settle();
  expect(pbx.records[0]?.quality.caller).toMatchObject({ codec: "opus" });
  expect(pbx.records[0]?.quality.caller?.phone).toBeUndefined();
});

test("CALL-80 a phone that does not respond to the BYE delays the record by a second at most", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  incoming.answersByeWith("none");
  out.hangUp();
  await pbx.clock.advance(1_000);
  expect(pbx.records).toMatchObject([{ disposition: "answered" }]);
});

test("CALL-110 the sound of a running call is the sound that both sides have received until now; other calls have none", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102");
  const incoming = await bob.incoming();
  const [ringing] = pbx.system.snapshot().calls;
  expect(await pbx.system.soundOf(ringing?.id ?? "")).toBeUndefined();
  await incoming.answer();
  await out.until("talking");
  const heard = { codec: "opus", packetsReceived: 50, packetsSent: 50, packetsLost: 0, jitterMs: 1 };
  expect(await pbx.system.soundOf(ringing?.id ?? "")).toEqual({ caller: heard, callee: heard });
  expect(await pbx.system.soundOf("unknown")).toBeUndefined();
  out.hangUp();
  await settle();
  expect(await pbx.system.soundOf(ringing?.id ?? "")).toBeUndefined();
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakePeer } from "../test/fake-peer.ts";
import type { Office, OfficePhone } from "../test/office.ts";
import { createOffice, rest } from "../test/office.ts";

const RINGING_MS = 60_000; // the phone system's

let office: Office;
let alice: OfficePhone;
let bob: OfficePhone;
let carol: OfficePhone;

beforeEach(async () => {
  office = createOffice();
  alice = await office.phone("alice");
  bob = await office.phone("bob");
  carol = await office.phone("carol");
  await office.talk(bob, "101", alice);
});
afterEach(async () => {
  const stopped = office.system.stop({ graceMs: 0 });
  await office.clock.advance(60_000);
  await stopped;
  vi.unstubAllGlobals();
});

const visuals = () => ({ alice: alice.visuals(), bob: bob.visuals(), carol: carol.visuals() });
const hears = (): readonly string[] =>
  FakePeer.made
    .filter(({ closed }) => !closed)
    .map((peer) => office.media.portOf(peer.remote.at(-1)?.sdp ?? "").hearsNow.kind);
const told = ({ events }: OfficePhone) => events.filter(({ kind }) => kind.startsWith("transfer"));
const first = () => alice.getSnapshot().calls.find(({ number }) => number === "102")?.id ?? "";
const answer = async (phone: OfficePhone) => {
  const answered = phone.answer(phone.newest());
  await rest();
  await answered;
  await rest();
};
/** Alice asks Carol before she sends Bob there. */
const consult = async () => {
  const started = alice.startAttendedTransfer(first(), "103");
  await rest();
  await started;
};
const TOGETHER = { alice: [], bob: ["103 on-call"], carol: ["102 on-call"] };
const AS_BEFORE = { alice: ["102 on-call"], bob: ["101 on-call"], carol: [] };
/** Bob and Carol, or Bob and Alice, and no other pair. */
const expectTwo = () => {
  expect(hears()).toEqual(["peer", "peer"]);
  expect(office.system.snapshot().counts).toMatchObject({ calls: 1, legs: 2, mediaPorts: 2 });
};

test("PHONE-45 blind: the target answers, both talk, the calls here end", async () => {
  expect(alice.transfer(first(), "103")).toEqual({ ok: true });
  await rest();
  expect(told(alice)).toMatchObject([{ kind: "transferInitiated", number: "103" }]);
  expect(carol.getSnapshot().calls[0]).toMatchObject({ number: "102", name: "Bob Brandt", visual: "ringing" });
  await answer(carol);
  expect(visuals()).toEqual(TOGETHER);
  expectTwo();
  expect(told(alice).at(-1)).toMatchObject({ kind: "transferAccepted", number: "103" });
  expect(alice.events.filter(({ kind }) => kind === "callEnded")).toHaveLength(1);
});

test.each([
  ["rejects", "Decline", async () => void carol.reject(carol.newest())],
  ["does not answer", "no answer", () => office.clock.advance(RINGING_MS)],
])("PHONE-47 PHONE-123 blind: the target %s and the caller is back, with the reason", async (_what, fail, act) => {
  alice.transfer(first(), "103");
  await rest();
  await act();
  await rest();
  expect(visuals()).toEqual(AS_BEFORE);
  expectTwo();
  expect(told(alice).at(-1)).toMatchObject({ code: "sipua.xfer.failed", details: { num: "103", fail } });
  expect(alice.transfer(first(), "103")).toEqual({ ok: true });
});

test("PHONE-47 blind: a number that leads nowhere leaves the call", async () => {
  alice.transfer(first(), "999");
  await rest();
  expect(visuals()).toEqual(AS_BEFORE);
  expect(told(alice).at(-1)).toMatchObject({ code: "sipua.xfer.failed", details: { num: "999", fail: "Not Found" } });
});

test("PHONE-49 blind: a caller who hangs up meanwhile is reported, and nothing is left over", async () => {
  alice.transfer(first(), "103");
  await rest();
  bob.hangUp(bob.newest());
  await rest();
  expect(visuals()).toEqual({ alice: [], bob: [], carol: [] });
  expect(told(alice).at(-1)).toMatchObject({ kind: "transferFailed", number: "103" });
  expect(office.system.snapshot().counts).toMatchObject({ calls: 0, legs: 0, mediaPorts: 0 });
});

test("PHONE-49 blind: when the person who transfers hangs up after the request, the other party stays", async () => {
  alice.transfer(first(), "103");
  await rest();
  alice.hangUp(first());
  await rest();
  expect(told(alice).map(({ kind }) => kind)).toEqual(["transferInitiated"]);
  await answer(carol);
  expect(visuals()).toEqual(TOGETHER);
  expectTwo();
});

test("PHONE-51 PHONE-57 attended: completed, the two talk to each other and see each other's names", async () => {
  await consult();
  await answer(carol);
  expect(alice.visuals()).toEqual(["103 on-call", "102 on-hold"]);
  expect(alice.completeTransfer(first())).toEqual({ ok: true });
  await rest();
  expect(visuals()).toEqual(TOGETHER);
  expect(carol.getSnapshot().calls[0]).toMatchObject({ name: "Bob Brandt" });
  expectTwo();
  expect(told(alice).map(({ kind }) => kind)).toEqual(["transferInitiated", "transferAccepted"]);
});

test("PHONE-55 attended: completed while the target rings, its answer joins the two", async () => {
  await consult();
  expect(alice.completeTransfer(first())).toEqual({ ok: true });
  await rest();
  expect(carol.getSnapshot().calls).toMatchObject([{ number: "102", visual: "ringing" }]);
  expect(carol.events.filter(({ kind }) => kind === "callEnded")).toMatchObject([{ reason: "handled-elsewhere" }]);
  await answer(carol);
  expect(visuals()).toEqual(TOGETHER);
  expectTwo();
  expect(carol.getSnapshot().missedCount).toBe(0);
  expect(told(alice).map(({ kind }) => kind)).toEqual(["transferInitiated", "transferAccepted"]);
});

test("PHONE-55 attended: completed while the target rings, and the target rejects: the caller is back and heard", async () => {
  await consult();
  alice.completeTransfer(first());
  await rest();
  carol.reject(carol.newest());
  await rest();
  expect(visuals()).toEqual(AS_BEFORE);
  expectTwo();
});

test.each(["rings", "talks"])("PHONE-52 attended: cancelled while the target %s", async (when) => {
  await consult();
  if (when === "talks") await answer(carol);
  const canceled = alice.cancelTransfer(first());
  await rest();
  expect(await canceled).toEqual({ ok: true });
  await rest();
  expect(visuals()).toEqual(AS_BEFORE);
  expectTwo();
});

test.each([
  ["rejects", async () => void carol.reject(carol.newest())],
  ["does not answer", () => office.clock.advance(RINGING_MS)],
  ["answers and hangs up", async () => (await answer(carol), void carol.hangUp(carol.newest()))],
])("PHONE-53 attended: a target that %s gives the caller back", async (_what, act) => {
  await consult();
  await act();
  await rest();
  expect(visuals()).toEqual(AS_BEFORE);
  expectTwo();
});

test("PHONE-53 attended: a caller who hangs up during the consultation leaves it as a call like any other", async () => {
  await consult();
  await answer(carol);
  bob.hangUp(bob.newest());
  await rest();
  expect(visuals()).toEqual({ alice: ["103 on-call"], bob: [], carol: ["101 on-call"] });
  expectTwo();
  expect(alice.getSnapshot().calls[0]?.transfer).toBeUndefined();
});

import { header } from "@callpanel/sip";
import type { Waking } from "@callpanel/phone-port";
import { createFakeVoicemail, settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, REALM, type TestPbx } from "../../../test/test-pbx.ts";
import { createPusher } from "../../../test/pusher.ts";
import { gateway, giveNumbers, BOBS_NUMBER, STRANGER } from "../../../test/outside.ts";

async function people(wake?: Waking["wake"]) {
  const { waking, ...pusher } = createPusher(wake);
  const boxes = createFakeVoicemail(REALM);
  const pbx = createTestPbx({}, { waking, boxes });
  return { pbx, boxes, ...pusher, alice: await pbx.registered("alice") };
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

test("CALL-120 CALL-121 a caller hears ring-back while a phone is woken, and the phone that registers gets the call and answers it", async () => {
  const { pbx, alice, calls, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  expect(calls).toMatchObject([{ userId: 2, from: { name: "Alice Archer", number: "101" } }]);
  expect(pbx.eventsOf("callStarted").map(({ call }) => call.id)).toEqual([calls[0]?.id]);
  await pbx.clock.advance(20_000);
  expect([out.state, out.statuses.filter((status) => status === 180)]).toEqual(["ringing", [180]]);
  const bob = await pbx.registered("bob");
  const incoming = await bob.incoming();
  expect(incoming.invite && header(incoming.invite, "X-Pushed-Call")).toBe(calls[0]?.id);
  await settle();
  expect(pbx.eventsOf("callRinging")).toHaveLength(1);
  await incoming.answer();
  await out.until("talking");
  await settle();
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  expect([out.statuses.filter((status) => status === 180), ends]).toEqual([[180], ["2 handled"]]);
  calls[0]?.decline(); // too late
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  await expectNothingLeft(pbx, out);
});

test("CALL-121 if two devices register, the first that answers gets the call, and the other is cancelled", async () => {
  const { pbx, alice, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  const [desk, mobile] = [await pbx.registered("bob"), await pbx.registered("bob")];
  const [one, other] = [await desk.incoming(), await mobile.incoming()];
  await other.answer();
  await one.until("ended");
  expect(desk.received.find((frame) => frame.startsWith("CANCEL"))).toContain("Call completed elsewhere");
  expect(ends).toEqual(["2 handled"]);
  await expectNothingLeft(pbx, out);
});

test("CALL-122 if no device registers: after the ringing time it is no answer, and a caller who gives up ends it", async () => {
  const { pbx, alice, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  await pbx.clock.advance(60_000);
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(480);
  const again = alice.call("102");
  await again.until("ringing");
  again.hangUp();
  await again.until("ended");
  expect(pbx.records.map(({ disposition, sipStatus }) => [disposition, sipStatus])).toEqual([
    ["noAnswer", 480],
    ["cancelled", 487],
  ]);
  expect(ends).toEqual(["2 missed", "2 missed"]);
  await expectNothingLeft(pbx);
});

test("CALL-122 a page that comes and is closed again leaves the call ringing; one that rejects it ends it for all", async () => {
  const { pbx, alice, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  const first = await pbx.registered("bob");
  await first.incoming();
  first.cut();
  await pbx.clock.advance(20_000);
  expect(out.state).toBe("ringing");
  const second = await pbx.registered("bob");
  (await second.incoming()).reject(486);
  await out.until("ended");
  expect([out.statuses.at(-1), ends]).toEqual([486, ["2 handled"]]);
  await expectNothingLeft(pbx);
});

test("CALL-122 a 603 of one device stops the others", async () => {
  const { pbx, alice, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  const [one, other] = [await pbx.registered("bob"), await pbx.registered("bob")];
  const left = await one.incoming();
  (await other.incoming()).reject(603);
  await Promise.all([out.until("ended"), left.until("ended")]);
  expect([out.statuses.at(-1), ends]).toEqual([603, ["2 handled"]]);
  await expectNothingLeft(pbx);
});

test("CALL-123 a person who declines ends the call with 486, also at the phones that ring meanwhile", async () => {
  const { pbx, alice, calls, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  const bob = await pbx.registered("bob");
  const ringing = await bob.incoming();
  calls[0]?.decline();
  calls[0]?.decline();
  await Promise.all([out.until("ended"), ringing.until("ended")]);
  expect(out.statuses.at(-1)).toBe(486);
  expect(pbx.records).toMatchObject([{ disposition: "busy", endReason: "Declined" }]);
  expect(ends).toEqual(["2 handled"]);
  await expectNothingLeft(pbx);
});

test("CALL-122 CALL-123 the box takes a call that nobody answered, and one that was declined", async () => {
  const { pbx, alice, calls, ends, boxes } = await people();
  boxes.add({ mailbox: "102", name: "Bob Brandt", ownerId: 2 }, "2468");
  const missed = alice.call("102");
  await missed.until("ringing");
  await pbx.clock.advance(60_000);
  await missed.until("talking");
  missed.hangUp();
  const declined = alice.call("102");
  await declined.until("ringing");
  calls[1]?.decline();
  await declined.until("talking");
  expect(ends).toEqual(["2 missed", "2 handled"]);
  expect(pbx.system.snapshot().calls.at(-1)).toMatchObject({ callee: { number: "*98102" } });
  await expectNothingLeft(pbx, declined);
});

test("CALL-123 a person may decline before the call rings", async () => {
  const over: string[] = [];
  const { pbx, alice } = await people((call) => {
    call.decline();
    return { over: (end) => void over.push(end) };
  });
  const out = alice.call("102");
  await out.until("ended");
  expect([out.statuses.at(-1), over]).toEqual([486, ["handled"]]);
  await expectNothingLeft(pbx);
});

test("CALL-124 the call does not wait for a person who has do not disturb, too many calls, no right to a softphone, or a registered phone", async () => {
  const { pbx, alice, calls } = await people();
  pbx.directory.change("bob", { doNotDisturb: true });
  const refused = async (number: string) => {
    const call = alice.call(number);
    await call.until("ended");
    return call.statuses.at(-1);
  };
  expect([await refused("102"), await refused("105")]).toEqual([480, 480]);
  pbx.directory.change("bob", { doNotDisturb: false });
  await pbx.registered("bob");
  const out = alice.call("102");
  await out.until("ringing");
  expect(calls.map(({ rings }) => rings)).toEqual([true]);
  out.hangUp();
  pbx.directory.change("dave", { callWaiting: false });
  const first = alice.call("104");
  await first.until("ringing");
  const second = (await pbx.registered("carol")).call("104");
  await second.until("ended");
  expect(calls.slice(1).map(({ userId, rings }) => [userId, rings])).toEqual([[4, false]]);
  await expectNothingLeft(pbx, first);
});

test("CALL-124 without a phone that can be woken, or when that cannot be found out, it is 480 at once", async () => {
  for (const wake of [
    () => undefined,
    async () => undefined,
    async () => {
      throw new Error("the database is gone");
    },
    () => {
      throw new Error("the database is gone");
    },
  ]) {
    const { pbx, alice } = await people(wake);
    const out = alice.call("102");
    await out.until("ended");
    expect(out.statuses.at(-1)).toBe(480);
    await expectNothingLeft(pbx);
  }
});

test("CALL-124 when no push service takes the notification the caller need not wait, unless a phone has registered", async () => {
  const { pbx, alice, calls, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  calls[0]?.giveUp();
  await out.until("ended");
  expect([out.statuses.at(-1), ends]).toEqual([480, ["2 missed"]]);
  const again = alice.call("102");
  await again.until("ringing");
  const bob = await pbx.registered("bob");
  const ringing = await bob.incoming();
  calls[1]?.giveUp();
  await ringing.answer();
  expect(await again.until("talking")).toBe("talking");
  await expectNothingLeft(pbx, again);
});

test("CALL-124 a caller who gives up during the check is missed", async () => {
  let answer = (): void => undefined;
  const ends: string[] = [];
  const { pbx, alice } = await people(
    () => new Promise((resolve) => (answer = () => resolve({ over: (end) => void ends.push(end) }))),
  );
  const out = alice.call("102");
  await settle();
  out.hangUp();
  await settle();
  answer();
  await settle();
  expect([out.statuses.at(-1), ends]).toEqual([487, ["missed"]]);
  await expectNothingLeft(pbx);
});

test("CALL-124 a phone that registers while it is found out rings", async () => {
  let answer = (): void => undefined;
  const { pbx, alice } = await people(
    () => new Promise((resolve) => (answer = () => resolve({ over: () => undefined }))),
  );
  const out = alice.call("102");
  await settle();
  const bob = await pbx.registered("bob");
  answer();
  await (await bob.incoming()).answer();
  await out.until("talking");
  await expectNothingLeft(pbx, out);
});

test("CALL-125 CALL-60 a colleague picks up a call that waits, and nobody their own", async () => {
  const { pbx, alice, ends } = await people();
  const out = alice.call("102");
  await out.until("ringing");
  const own = (await pbx.registered("alice")).call("**102");
  await own.until("ended");
  expect(own.statuses.at(-1)).toBe(480);
  const pick = (await pbx.registered("carol")).call("**102");
  await Promise.all([pick.until("talking"), out.until("talking")]);
  await settle();
  expect([pbx.talkTogether(out, pick), ends]).toEqual([true, ["2 handled"]]);
  expect(pbx.system.snapshot().calls).toMatchObject([{ callee: { userId: 3 } }]);
  await expectNothingLeft(pbx, out, pick);
  const late = alice.call("**102");
  await late.until("ended");
  expect(late.statuses.at(-1)).toBe(480);
  await expectNothingLeft(pbx);
});

test("CALL-125 a caller from outside who dials a person without a phone waits too, and one that was picked up is handled", async () => {
  const { pbx, alice, ends } = await people();
  giveNumbers(pbx);
  const line = await gateway(pbx);
  const out = line.call(BOBS_NUMBER, { fromNumber: STRANGER });
  await out.until("ringing");
  const bob = await pbx.registered("bob");
  const ringing = await bob.incoming();
  const pick = alice.call("**102");
  await pick.until("talking");
  await ringing.until("ended");
  expect(ends).toEqual(["2 handled"]);
  await expectNothingLeft(pbx, out, pick);
});

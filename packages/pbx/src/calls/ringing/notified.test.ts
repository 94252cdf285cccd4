import { header } from "@callpanel/sip";
import type { FollowMePlan, Waking } from "@callpanel/phone-port";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createPusher } from "../../../test/pusher.ts";
import { BOB, CAROL, desk, expectNothingLeft as expectEmptyQueue } from "../../../test/queue-desk.ts";
import { queueOf } from "../../../test/queue-world.ts";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

async function people(wake?: Waking["wake"]) {
  const { waking, ...pusher } = createPusher(wake);
  const pbx = createTestPbx({}, { waking });
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  return { pbx, ...pusher, alice, bob };
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

const pushedOf = ({ invite }: PhoneCall) => invite && header(invite, "X-Pushed-Call");

test("CALL-126 CALL-121 phones of a person ring at once, those that sleep are notified, and one that registers answers", async () => {
  let found = (): void => undefined;
  const ends: string[] = [];
  const { pbx, calls, alice, bob } = await people(
    () => new Promise((resolve) => (found = () => resolve({ over: (end) => void ends.push(end) }))),
  );
  const out = alice.call("102");
  const ringing = await bob.incoming();
  ringing.ring();
  await out.until("ringing");
  expect(pushedOf(ringing)).toBeUndefined();
  expect(calls).toMatchObject([{ userId: 2, rings: true, from: { name: "Alice Archer", number: "101" } }]);
  found();
  const page = await pbx.registered("bob");
  const late = await page.incoming();
  expect(pushedOf(late)).toBe(calls[0]?.id);
  await late.answer();
  await Promise.all([out.until("talking"), ringing.until("ended")]);
  await settle();
  expect(bob.received.find((frame) => frame.startsWith("CANCEL"))).toContain("Call completed elsewhere");
  expect([pbx.talkTogether(out, late), ends]).toEqual([true, ["handled"]]);
  calls[0]?.decline(); // too late
  expect(pbx.talkTogether(out, late)).toBe(true);
  await expectNothingLeft(pbx, out);
});

test("CALL-127 declined from a notification all phones of the person stop, without a missed call, and the caller hears busy", async () => {
  const { pbx, calls, ends, alice, bob } = await people();
  const out = alice.call("102");
  const ringing = await bob.incoming();
  const late = await (await pbx.registered("bob")).incoming();
  calls[0]?.decline();
  calls[0]?.decline();
  await Promise.all([out.until("ended"), ringing.until("ended"), late.until("ended")]);
  expect(bob.received.find((frame) => frame.startsWith("CANCEL"))).toContain("Call declined");
  expect([out.statuses.at(-1), ends]).toEqual([486, ["2 handled"]]);
  expect(pbx.records).toMatchObject([{ disposition: "busy", endReason: "Declined" }]);
  await expectNothingLeft(pbx);
});

test("CALL-127 a person who has sent the call on cannot end its ringing at another person any more", async () => {
  const { pbx, calls, alice, bob } = await people();
  const carol = await pbx.registered("carol");
  const out = alice.call("102");
  const legIds = [pbx.legOf(await bob.incoming())];
  expect(await pbx.system.commands.redirect({ by: "bob", legIds, to: "103" })).toMatchObject({ ok: true });
  const sentOn = await carol.incoming();
  calls[0]?.decline();
  await settle();
  expect([sentOn.state, calls.map(({ userId }) => userId)]).toEqual(["ringing", [2, 3]]);
  await sentOn.answer();
  expect(await out.until("talking")).toBe("talking");
  await expectNothingLeft(pbx, out);
});

test("CALL-128 the notification ends as a phone's ringing: taken and refused calls are handled, the others missed", async () => {
  const { pbx, ends, alice, bob } = await people();
  const carol = await pbx.registered("carol");
  const sendOn = async (ringing: PhoneCall) => {
    const way = { by: "bob", legIds: [pbx.legOf(ringing)], to: "103" };
    expect(await pbx.system.commands.redirect(way)).toMatchObject({ ok: true });
  };
  const ways: readonly [string, (out: PhoneCall, ringing: PhoneCall) => unknown][] = [
    ["handled", (_, ringing) => ringing.answer()],
    ["handled", (_, ringing) => ringing.reject(486)],
    ["handled", (_, ringing) => ringing.reject(603)],
    ["handled", () => carol.call("**102").until("talking")],
    ["handled", (_, ringing) => sendOn(ringing)],
    ["missed", (_, ringing) => ringing.reject(500)],
    ["missed", (out) => out.hangUp()],
    ["missed", () => pbx.clock.advance(60_000)],
  ];
  for (const [index, [expected, act]] of ways.entries()) {
    const out = alice.call("102");
    const ringing = await bob.incoming();
    ringing.ring();
    await out.until("ringing");
    await act(out, ringing);
    await settle();
    expect([index, ...ends]).toEqual([index, `2 ${expected}`]);
    ringing.hangUp();
    out.hangUp();
    await pbx.clock.advance(40_000);
    ends.splice(0);
  }
  await expectNothingLeft(pbx);
});

test("CALL-126 an answer that comes after the ringing has no effect, and a failure disturbs nothing", async () => {
  const ends: string[] = [];
  let found = (): void => undefined;
  const slow = await people(
    () => new Promise((resolve) => (found = () => resolve({ over: (end) => void ends.push(end) }))),
  );
  const out = slow.alice.call("102");
  await (await slow.bob.incoming()).answer();
  await out.until("talking");
  found();
  await settle();
  expect(ends).toEqual(["handled"]);
  await expectNothingLeft(slow.pbx, out);
  for (const wake of [
    () => undefined,
    async () => Promise.reject(new Error("the database is gone")),
    () => {
      throw new Error("the database is gone");
    },
  ]) {
    const { pbx, alice, bob } = await people(wake);
    const call = alice.call("102");
    await (await bob.incoming()).answer();
    expect(await call.until("talking")).toBe("talking");
    await expectNothingLeft(pbx, call);
  }
});

test("CALL-129 nobody is notified whose phones do not ring, of an intercom call, or of a call that the user's own phones begin", async () => {
  const { pbx, calls, alice, bob } = await people();
  const refused = async (number: string) => {
    const call = alice.call(number);
    await call.until("ended");
    return call.statuses.at(-1);
  };
  pbx.directory.change("bob", { doNotDisturb: true });
  expect(await refused("102")).toBe(486);
  pbx.directory.change("bob", { doNotDisturb: false, callWaiting: false });
  const busy = bob.call("104");
  expect(await refused("102")).toBe(486);
  busy.hangUp();
  await settle();
  expect(calls.filter(({ rings }) => rings)).toEqual([]);
  const intercom = alice.call("*80102");
  await bob.incoming();
  const own = pbx.system.commands.originate({ by: "bob", to: "103" });
  await settle();
  expect(calls.filter(({ rings }) => rings)).toEqual([]);
  await own;
  await pbx.clock.advance(30_000);
  await expectNothingLeft(pbx, intercom);
});

const PLAN: FollowMePlan = {
  strategy: "ringall",
  numbers: [
    { number: "103", timeoutSeconds: 20 },
    { number: "104", timeoutSeconds: 20 },
  ],
  firstSeconds: 10,
  totalSeconds: 0,
  prefix: "",
  confirm: false,
  markAnswered: true,
};

async function followed(plan: Partial<FollowMePlan> = {}) {
  const office = await people();
  const [carol, dave] = [await office.pbx.registered("carol"), await office.pbx.registered("dave")];
  office.pbx.directory.change("bob", { followMe: { ...PLAN, ...plan } });
  return { ...office, carol, dave };
}

test("CALL-130 follow-me notifies each person as their phones ring; one that registers at its turn gets the call", async () => {
  const { pbx, calls, ends, alice, bob, carol } = await followed({ prefix: "Bob: " });
  const out = alice.call("102");
  await bob.incoming();
  expect(calls.map(({ userId, rings }) => [userId, rings])).toEqual([[2, true]]);
  const own = await (await pbx.registered("bob")).incoming();
  expect(pushedOf(own)).toBe(calls[0]?.id);
  await pbx.clock.advance(10_000);
  await carol.incoming();
  expect(ends).toEqual(["2 missed"]);
  expect(calls.slice(1).map(({ userId, from }) => [userId, from.name])).toEqual([
    [3, "Bob: Alice Archer"],
    [4, "Bob: Alice Archer"],
  ]);
  const late = await (await pbx.registered("carol")).incoming();
  expect(pushedOf(late)).toBe(calls[0]?.id);
  await late.answer();
  await out.until("talking");
  expect(ends).toEqual(["2 missed", "3 handled", "4 handled"]);
  await expectNothingLeft(pbx, out);
});

test("CALL-130 a person who declines from a notification is not called any more, and follow-me continues as after a refusal", async () => {
  const { pbx, calls, ends, alice, bob, carol, dave } = await followed();
  const out = alice.call("102");
  const own = await bob.incoming();
  calls[0]?.decline();
  await own.until("ended");
  const [first, second] = [await carol.incoming(), await dave.incoming()];
  calls[0]?.decline(); // over
  calls[1]?.decline();
  await first.until("ended");
  expect([second.state, out.state, ends]).toEqual(["ringing", "ringing", ["2 handled", "3 handled"]]);
  calls[2]?.decline();
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(486);
  expect(ends).toEqual(["2 handled", "3 handled", "4 handled"]);
  await expectNothingLeft(pbx);
});

test("CALL-130 without the option to notify others, people who did not get the call have missed it", async () => {
  const { pbx, ends, alice, carol, dave } = await followed({ markAnswered: false, firstSeconds: 0 });
  const out = alice.call("102");
  await carol.incoming();
  await (await dave.incoming()).answer();
  await out.until("talking");
  expect(ends.toSorted()).toEqual(["3 missed", "4 handled"]);
  await expectNothingLeft(pbx, out);
});

test("CALL-130 a person of the list whose phones do not ring is not notified", async () => {
  const { pbx, calls, alice, carol } = await followed({ firstSeconds: 0 });
  await carol.unregister();
  const out = alice.call("102");
  await out.until("ringing");
  expect(calls.map(({ userId }) => userId)).toEqual([4]);
  await expectNothingLeft(pbx, out);
});

async function office(...[fields]: Parameters<typeof desk>) {
  const { waking, ...pusher } = createPusher();
  return { ...pusher, ...(await desk(fields, undefined, waking)) };
}

test("QUE-95 an agent whose phones ring for a queue is notified; the page that registers answers, and the caller's line has one call", async () => {
  const at = await office({ members: [BOB] });
  const bob = await at.agent("bob");
  const out = await at.enter();
  const ringing = await bob.incoming();
  expect(at.calls).toMatchObject([{ userId: 2, rings: true, from: { name: "Alice Archer" } }]);
  const late = await (await at.agent("bob")).incoming();
  expect(pushedOf(late)).toBe(at.calls[0]?.id);
  await late.answer();
  await ringing.until("ended");
  await settle();
  expect([at.at.talkTogether(out, late), at.ends]).toEqual([true, ["2 handled"]]);
  expect(at.log().slice(1)).toEqual(["ENTERQUEUE", "CONNECT 2"]);
  await expectEmptyQueue(at, out);
});

test("QUE-95 an agent who declines from the notification counts as one who refused, and the caller gets the next one", async () => {
  const at = await office();
  const [bob, carol] = [await at.agent("bob"), await at.agent("carol")];
  const out = await at.enter();
  const first = await bob.incoming();
  at.calls[0]?.decline();
  await first.until("ended");
  const second = await carol.incoming();
  at.calls[0]?.decline(); // over
  await second.answer();
  await settle();
  expect([at.at.talkTogether(out, second), at.ends]).toEqual([true, ["2 handled", "3 handled"]]);
  expect(at.log().slice(1)).toEqual(["ENTERQUEUE", "RINGNOANSWER 2", "CONNECT 3"]);
  await expectEmptyQueue(at, out);
});

test("QUE-95 QUE-22 an agent of two queues is notified of one caller at a time, and paused agents and agents who are not called are not notified", async () => {
  const at = await office({ members: [BOB, CAROL] });
  at.queues.set([queueOf({ members: [BOB, CAROL] }), queueOf({ id: "sales", number: "601", members: [BOB] })]);
  at.at.directory.setNumber("601", { kind: "queue", id: "sales", name: "Sales" });
  const bob = await at.agent("bob");
  await at.agent("carol");
  await at.at.system.queues?.order({ kind: "pause", agentId: 3, reason: "break" });
  const one = await at.enter();
  const other = at.dave.call("601");
  await other.until("talking");
  const ringing = await bob.incoming();
  expect(at.calls.map(({ userId }) => userId)).toEqual([2]);
  const late = await at.agent("bob");
  await (await late.incoming()).answer();
  await ringing.until("ended");
  await settle();
  expect(at.calls).toHaveLength(1);
  one.hangUp();
  other.hangUp();
  await expectEmptyQueue(at);
});

test("QUE-95 an agent whose caller was sent to somebody else has missed nothing", async () => {
  const at = await office({ members: [BOB] });
  const bob = await at.agent("bob");
  const out = await at.enter();
  const ringing = await bob.incoming();
  const sent = { by: "dave", legIds: [at.at.legOf(out)], to: "104", waitingIn: "support" };
  expect(await at.at.system.commands.redirect(sent)).toMatchObject({ ok: true });
  await ringing.until("ended");
  expect(bob.received.find((frame) => frame.startsWith("CANCEL"))).toContain('cause=200;text="Call transferred"');
  expect(at.ends[0]).toBe("2 handled");
  await expectEmptyQueue(at, out);
});

test("QUE-95 an agent who did not answer in their time has missed the call, and so has one whose caller gives up", async () => {
  const at = await office({ members: [BOB] });
  await at.agent("bob");
  const out = await at.enter();
  await at.at.clock.advance(15_000);
  expect(at.ends).toEqual(["2 missed"]);
  await at.at.clock.advance(5_000);
  expect(at.calls).toHaveLength(2);
  out.hangUp();
  await settle();
  expect(at.ends).toEqual(["2 missed", "2 missed"]);
  await expectEmptyQueue(at);
});

import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import type { FollowMePlan } from "@callpanel/phone-port";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../../test/test-pbx.ts";
import { gateway, giveNumbers, STRANGER } from "../../../../test/outside.ts";
import { shownFarEnd } from "../../../../test/shown-far-end.ts";
import { CONFIRM_MS } from "../../call/confirmation.ts";

const PLAN: FollowMePlan = {
  strategy: "hunt",
  numbers: [
    { number: "103", timeoutSeconds: 10 },
    { number: "104", timeoutSeconds: 10 },
  ],
  firstSeconds: 10,
  totalSeconds: 0,
  prefix: "",
  confirm: false,
  markAnswered: false,
};

async function people(plan: Partial<FollowMePlan> = {}) {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  const dave = await pbx.registered("dave");
  pbx.directory.change("bob", { followMe: { ...PLAN, ...plan } });
  return { pbx, alice, bob, carol, dave };
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

const confirmHeard = (pbx: TestPbx, call: PhoneCall): boolean => pbx.heardBy(call) === "confirm";
const press = (call: PhoneCall, digit: string) =>
  call.request("INFO", { headers: [["Content-Type", "application/dtmf"]], body: digit });

test("REACH-20, REACH-22 own phones ring, then one number after the other, and the one that answers is connected", async () => {
  const { pbx, alice, bob, carol, dave } = await people();
  const out = alice.call("102");
  const own = await bob.incoming();
  await pbx.clock.advance(10_000);
  const first = await carol.incoming();
  expect([own.state, first.state, dave.calls.length]).toEqual(["ended", "ringing", 0]);
  first.reject(486);
  const second = await dave.incoming();
  await second.answer();
  await out.until("talking");
  await settle();
  expect(pbx.talkTogether(out, second)).toBe(true);
  expect(out.statuses.filter((status) => status === 180)).toHaveLength(1);
  expect(pbx.system.snapshot().calls).toMatchObject([{ callee: { number: "102" }, dialledNumber: "102" }]);
  await expectNothingLeft(pbx, out);
  expect(pbx.records).toMatchObject([{ to: { number: "102" }, disposition: "answered" }]);
});

test("REACH-20 a 6xx at the own phone ends the search; a busy phone and do not disturb count as busy", async () => {
  const { pbx, alice, bob, carol } = await people();
  const declined = alice.call("102");
  (await bob.incoming()).reject(603);
  await declined.until("ended");
  pbx.directory.change("bob", { doNotDisturb: true });
  const disturbed = alice.call("102");
  await disturbed.until("ended");
  expect([declined.statuses.at(-1), disturbed.statuses.at(-1), carol.calls]).toEqual([603, 486, []]);
  await expectNothingLeft(pbx);
});

test("REACH-20 a person without a phone is looked for immediately", async () => {
  const { pbx, alice, bob, carol } = await people();
  await bob.unregister();
  const out = alice.call("102");
  await carol.incoming();
  expect(bob.calls).toEqual([]);
  await expectNothingLeft(pbx, out);
});

test("REACH-21, REACH-25 ringall: the first to answer gets the call, the others are cancelled", async () => {
  const { pbx, alice, bob, carol, dave } = await people({ strategy: "ringall", firstSeconds: 0 });
  const out = alice.call("102");
  const [one, other] = [await carol.incoming(), await dave.incoming()];
  await other.answer();
  await out.until("talking");
  await settle();
  expect([pbx.talkTogether(out, other), one.state, bob.calls]).toEqual([true, "ended", []]);
  // Bob, who did not get the call, is free.
  pbx.directory.change("bob", { followMe: undefined, callWaiting: false });
  const free = one.state === "ended" ? carol.call("102") : out;
  expect(await free.until("ringing")).toBe("ringing");
  await expectNothingLeft(pbx, out, free);
});

test.each([
  [true, 1],
  [false, 0],
])("REACH-25 with markAnswered %s the cancelled phones get status 200 %i times", async (markAnswered, times) => {
  const { pbx, alice, carol, dave } = await people({ strategy: "ringall", firstSeconds: 0, markAnswered });
  const out = alice.call("102");
  const [one, other] = [await carol.incoming(), await dave.incoming()];
  await other.answer();
  await out.until("talking");
  expect(one.state).toBe("ended");
  const cancels = carol.received.filter((frame) => frame.startsWith("CANCEL"));
  expect(cancels.filter((frame) => frame.includes("completed elsewhere"))).toHaveLength(times);
  expect(cancels).toHaveLength(1);
  await expectNothingLeft(pbx, out);
});

test("REACH-25 a caller who hangs up stops them all; if all refuse, the caller gets the best refusal", async () => {
  const { pbx, alice, bob, carol, dave } = await people({ strategy: "ringall", firstSeconds: 0 });
  const gone = alice.call("102");
  const calls = [await carol.incoming(), await dave.incoming()];
  gone.hangUp();
  await settle();
  expect(calls.map(({ state }) => state)).toEqual(["ended", "ended"]);
  const refused = alice.call("102");
  (await carol.incoming()).reject(486);
  (await dave.incoming()).reject(603);
  await refused.until("ended");
  expect(refused.statuses.at(-1)).toBe(603);
  const late = alice.call("102");
  await pbx.clock.advance(10_000);
  await late.until("ended");
  expect([late.statuses.at(-1), bob.calls]).toEqual([480, []]);
  await expectNothingLeft(pbx);
  expect(pbx.records.map(({ disposition }) => disposition)).toEqual(["cancelled", "rejected", "noAnswer"]);
});

test("REACH-26 with confirm the call is accepted with 1; the prompt plays, and others go on ringing meanwhile", async () => {
  const { pbx, alice, carol, dave } = await people({ strategy: "ringall", firstSeconds: 0, confirm: true });
  const out = alice.call("102");
  const [one, other] = [await carol.incoming(), await dave.incoming()];
  await one.answer();
  await settle();
  expect([confirmHeard(pbx, one), out.state, other.state]).toEqual([true, "ringing", "ringing"]);
  expect([shownFarEnd(one), shownFarEnd(other)].map((told) => told.includes("doing=asking"))).toEqual([true, false]);
  await press(one, "5");
  await other.answer();
  await settle();
  await press(other, "1");
  await out.until("talking");
  await settle();
  expect([pbx.talkTogether(out, other), one.state]).toEqual([true, "ended"]);
  expect(shownFarEnd(other)).not.toContain("doing");
  await expectNothingLeft(pbx, out);
});

test.each([
  ["2", (call: PhoneCall) => press(call, "2")],
  ["hanging up", (call: PhoneCall) => Promise.resolve(call.hangUp())],
  ["waiting", (_: PhoneCall, pbx: TestPbx) => pbx.clock.advance(CONFIRM_MS)],
])("REACH-26 without 1 it goes on: %s", async (_, decline) => {
  const { pbx, alice, carol, dave } = await people({ firstSeconds: 0, confirm: true });
  const out = alice.call("102");
  const one = await carol.incoming();
  await one.answer();
  await settle();
  await decline(one, pbx);
  const next = await dave.incoming();
  expect([one.state, next.state, out.state]).toEqual(["ended", "ringing", "ringing"]);
  await next.answer();
  await settle();
  pbx.media.portOf(next.remoteSdp).emit({ kind: "digit", digit: "1", durationMs: 100 });
  await out.until("talking");
  await settle();
  expect(pbx.talkTogether(out, next)).toBe(true);
  await expectNothingLeft(pbx, out);
});

test("REACH-26 a caller who hangs up during the question ends it for both", async () => {
  const { pbx, alice, carol } = await people({ firstSeconds: 0, confirm: true });
  const out = alice.call("102");
  const one = await carol.incoming();
  await one.answer();
  await settle();
  out.hangUp();
  await one.until("ended");
  await expectNothingLeft(pbx);
});

test("REACH-27 for a colleague on the list do not disturb counts and their forward does not; the caller is left out", async () => {
  const numbers = ["101", "103", "104", "800", "102"].map((number) => ({ number, timeoutSeconds: 10 }));
  const { pbx, alice, bob, carol, dave } = await people({ strategy: "ringall", firstSeconds: 0, numbers });
  pbx.directory.change("carol", { doNotDisturb: true });
  pbx.directory.change("dave", { forward: "103" });
  const out = alice.call("102");
  await dave.incoming();
  await bob.incoming();
  await settle();
  expect([carol.calls.length, alice.calls.length, pbx.system.snapshot().calls[0]?.legs.length]).toEqual([0, 1, 3]);
  await expectNothingLeft(pbx, out);
});

test("REACH-28 numbers outside use a line, with prefix, and with the plan's own number if it has one", async () => {
  const numbers = [{ number: STRANGER, timeoutSeconds: 20 }];
  const { pbx, alice } = await people({ firstSeconds: 0, numbers, prefix: "Bob: " });
  giveNumbers(pbx);
  const line = await gateway(pbx);
  const out = alice.call("102");
  const first = await line.incoming();
  expect(first.invite?.from).toMatchObject({ displayName: "Bob: Alice Archer", uri: { user: "+16045550101" } });
  out.hangUp();
  await settle();
  const callerId = { number: "+16045550100", name: "Company" };
  pbx.directory.change("bob", { followMe: { ...PLAN, numbers, firstSeconds: 0, prefix: "Bob: ", callerId } });
  const again = alice.call("102");
  const second = await line.incoming();
  expect(second.invite?.from).toMatchObject({ displayName: "Company", uri: { user: "+16045550100" } });
  expect(second.invite?.uri).toMatchObject({ user: STRANGER });
  await second.answer();
  await again.until("talking");
  await settle();
  expect(pbx.talkTogether(again, second)).toBe(true);
  await expectNothingLeft(pbx, again);
  expect(pbx.records).toMatchObject([{ direction: "internal" }, { to: { number: "102" }, direction: "internal" }]);
});

test("REACH-28 colleagues see the prefix before the caller's name", async () => {
  const { pbx, alice, carol } = await people({ firstSeconds: 0, prefix: "Sales " });
  const out = alice.call("102");
  expect((await carol.incoming()).invite?.from.displayName).toBe("Sales Alice Archer");
  await expectNothingLeft(pbx, out);
});

test("REACH-29 outside its time condition follow-me calls nobody", async () => {
  const { pbx, alice, bob, carol } = await people({ firstSeconds: 0, holdsAt: () => false });
  const out = alice.call("102");
  await bob.incoming();
  expect(carol.calls).toEqual([]);
  await expectNothingLeft(pbx, out);
});

test("REACH-25 a call that rings at a colleague on the list can be picked up and redirected like any other", async () => {
  const { pbx, alice, carol, dave } = await people({ firstSeconds: 0 });
  const out = alice.call("102");
  const rings = await carol.incoming();
  const picked = dave.call("**103");
  await picked.until("talking");
  await settle();
  expect([pbx.talkTogether(out, picked), rings.state]).toEqual([true, "ended"]);
  out.hangUp();
  const again = alice.call("102");
  const second = await carol.incoming();
  await pbx.system.commands.redirect({ by: "dave", legIds: [pbx.legOf(again)], to: "104" });
  await dave.incoming();
  expect(second.state).toBe("ended");
  await expectNothingLeft(pbx, again, picked);
});

test("REACH-25 a phone that registers while its owner is rung rings as well; a lost phone counts as ended", async () => {
  const { pbx, alice, bob, carol, dave } = await people();
  const out = alice.call("102");
  await bob.incoming();
  const desk = await pbx.registered("bob");
  expect((await desk.incoming()).state).toBe("ringing");
  desk.cut();
  bob.cut();
  await carol.incoming();
  const second = await pbx.registered("carol");
  expect((await second.incoming()).state).toBe("ringing");
  second.cut();
  carol.cut();
  await dave.incoming();
  expect(out.state).toBe("ringing");
  await expectNothingLeft(pbx, out);
});

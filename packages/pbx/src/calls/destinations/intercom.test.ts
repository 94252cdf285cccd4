import { header } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

async function people(): Promise<{ readonly pbx: TestPbx; readonly alice: SipPhone; readonly bob: SipPhone }> {
  const pbx = createTestPbx();
  return { pbx, alice: await pbx.registered("alice"), bob: await pbx.registered("bob") };
}

const callInfo = ({ invite }: PhoneCall): string | undefined => invite && header(invite, "Call-Info");

test("CALL-62 *80 asks the phone to answer automatically; it hears a beep and then the caller, who hears it immediately", async () => {
  const { pbx, alice, bob } = await people();
  const out = alice.call("*80102");
  const incoming = await bob.incoming();
  expect(callInfo(incoming)).toMatch(/;answer-after=0$/);
  await incoming.answer();
  await out.until("talking");
  await settle();
  expect([pbx.heardBy(incoming), pbx.heardBy(out)]).toEqual(["beep", pbx.media.portOf(incoming.remoteSdp).id]);
  await pbx.clock.advance(1_000);
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  expect(pbx.system.snapshot().calls).toMatchObject([{ callee: { number: "102" }, dialledNumber: "*80102" }]);
  await expectNothingLeft(pbx, out);
});

test("CALL-62 hold during the beep is music, and the beep does not come back", async () => {
  const { pbx, alice, bob } = await people();
  const out = alice.call("*80102");
  const incoming = await bob.incoming();
  await incoming.answer();
  await out.until("talking");
  await settle();
  await out.hold();
  await pbx.clock.advance(1_000);
  expect(pbx.heardBy(incoming)).toBe("music");
  await out.unhold();
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  await expectNothingLeft(pbx, out);
});

test("CALL-63 *81 is refused without the right on the called person, and no phone opens", async () => {
  const { pbx, alice, bob } = await people();
  pbx.directory.permit((_, act) => act.kind === "hearIntercom" && act.userId === 4);
  const out = alice.call("*81102");
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(403);
  expect(bob.calls).toEqual([]);
  await expectNothingLeft(pbx);
});

test("CALL-63 nobody is transferred into a silent intercom by a person with the right", async () => {
  const { pbx, alice, bob } = await people();
  const dave = await pbx.registered("dave");
  pbx.directory.permit(() => true);
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  await out.request("REFER", { headers: [["Refer-To", "<sip:*81104@demo>"]] });
  await settle();
  expect(dave.calls).toEqual([]);
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  await expectNothingLeft(pbx, out);
});

test("CALL-63 the beep of *81 cannot be cut short by hold, and a phone with late audio does not miss it", async () => {
  const { pbx, alice, bob } = await people();
  pbx.directory.permit(() => true);
  const out = alice.call("*81102");
  const incoming = await bob.incoming();
  await incoming.answer();
  await out.until("talking");
  await out.hold();
  await out.unhold();
  expect(pbx.heardBy(incoming)).toBe("beep");
  await pbx.clock.advance(1_000);
  expect(pbx.heardBy(incoming)).toBe("silence");
  await expectNothingLeft(pbx, out);
});

test("CALL-63 *81 begins with a beep, then the caller is not heard as long as the two talk", async () => {
  const { pbx, alice, bob } = await people();
  pbx.directory.permit(() => true);
  const carol = await pbx.registered("carol");
  const out = alice.call("*81102");
  const incoming = await bob.incoming();
  expect(callInfo(incoming)).toMatch(/;answer-after=0$/);
  await incoming.answer();
  await out.until("talking");
  expect(pbx.heardBy(incoming)).toBe("beep");
  await pbx.clock.advance(1_000);
  expect(pbx.heardBy(out)).toBe(pbx.media.portOf(incoming.remoteSdp).id);
  expect(pbx.heardBy(incoming)).toBe("silence");
  await out.hold();
  await out.unhold();
  expect(pbx.heardBy(incoming)).toBe("silence");
  // The next party is heard.
  await out.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  const target = await carol.incoming();
  await target.answer();
  await settle();
  expect(pbx.talkTogether(incoming, target)).toBe(true);
  await expectNothingLeft(pbx, target);
});

test("CALL-64 where the callee does not allow it, or is on the phone, it rings as any call; both are heard", async () => {
  const { pbx, alice, bob } = await people();
  const carol = await pbx.registered("carol");
  pbx.directory.permit(() => true);
  pbx.directory.change("bob", { allowsIntercom: { deskphone: false, callpanel: true, anywhere: true } });
  const out = alice.call("*81102");
  const incoming = await bob.incoming();
  expect(callInfo(incoming)).toBeUndefined();
  await incoming.answer();
  await out.until("talking");
  await settle();
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  const second = carol.call("*80101");
  expect(callInfo(await alice.incoming())).toBeUndefined();
  await expectNothingLeft(pbx, out, second);
});

test("CALL-64 of several phones only those of the allowed kinds answer automatically, and the others do not ring", async () => {
  const { pbx, alice } = await people();
  const registeredAs = async (agent: string): Promise<SipPhone> => {
    const phone = pbx.phone("dave");
    await phone.register({ headers: [["User-Agent", agent]] });
    return phone;
  };
  const [desk, panel, app] = [
    await registeredAs("Desk 1.0"),
    await registeredAs("callpanel 0.1.0"),
    await registeredAs("callpanel anywhere 0.1.0"),
  ];
  pbx.directory.change("dave", { allowsIntercom: { deskphone: false, callpanel: true, anywhere: false } });
  const out = alice.call("*80104");
  const incoming = await panel.incoming();
  expect(callInfo(incoming)).toMatch(/;answer-after=0$/);
  await incoming.answer();
  await out.until("talking");
  expect([desk.calls, app.calls]).toEqual([[], []]);
  await expectNothingLeft(pbx, out);
  pbx.directory.change("dave", { allowsIntercom: { deskphone: false, callpanel: false, anywhere: true } });
  const again = alice.call("*80104");
  expect(callInfo(await app.incoming())).toMatch(/;answer-after=0$/);
  await expectNothingLeft(pbx, again);
});

test("CALL-64 an unknown extension is 404, one without a phone 480, do not disturb 486", async () => {
  const { pbx, alice } = await people();
  pbx.directory.change("bob", { doNotDisturb: true });
  const refused = async (number: string): Promise<number | undefined> => {
    const call = alice.call(number);
    await call.until("ended");
    return call.statuses.at(-1);
  };
  pbx.directory.permit(() => true);
  expect([await refused("*80199"), await refused("*81104"), await refused("*80102")]).toEqual([404, 480, 486]);
});

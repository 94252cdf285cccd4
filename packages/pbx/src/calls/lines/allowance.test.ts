import { header, parseNameAddr } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import type { BegunOutside } from "@callpanel/phone-port";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";
import { ALICES_NUMBER, BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";

const PREMIUM = "+19005551234";
const ABROAD = "+442079460000";
const INLAND = "+16045550177";

/** Everyone may call inland; limits as given. Alice is 1, Bob 2, Carol 3. */
async function pbx(limits: { readonly atOnce?: number; readonly perHour?: number } = {}) {
  const made = createTestPbx();
  giveNumbers(made);
  const { atOnce = 5, perHour = 60 } = limits;
  made.directory.allowOutside((_, number) => {
    if (/^\+?1900/.test(number)) return { may: false, numberClass: "premium" };
    return /^\+?1/.test(number) ? { may: true, atOnce, perHour } : { may: false, numberClass: "abroad" };
  });
  const line = await gateway(made);
  return { made, line, alice: await made.registered("alice"), bob: await made.registered("bob") };
}

async function outcome(phone: SipPhone, number: string): Promise<string> {
  const call = phone.call(number);
  await call.until("ended");
  return outcomeOf(call);
}

function outcomeOf(call: PhoneCall): string {
  const warning = call.response === undefined ? undefined : header(call.response, "Warning");
  return `${call.statuses.at(-1)} ${/"(.*)"/.exec(warning ?? "")?.[1] ?? ""}`.trim();
}

const fromOf = ({ invite }: PhoneCall) => invite?.from;
const assertedIn = ({ invite }: PhoneCall) =>
  parseNameAddr((invite && header(invite, "P-Asserted-Identity")) ?? "")?.uri;

async function expectNothingLeft(made: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await made.clock.advance(40_000);
  expect(made.leftovers()).toEqual(NOTHING_LEFT);
}

test.each([
  [PREMIUM, "403 No right to premium-rate numbers"],
  [ABROAD, "403 No right to calls abroad"],
  [`*67${PREMIUM.slice(1)}`, "403 No right to premium-rate numbers"],
])("TOLL-3 a caller of %s without the right reaches no line", async (number, refusal) => {
  const { made, line, alice } = await pbx();
  expect(await outcome(alice, number)).toBe(refusal);
  expect(line.calls).toEqual([]);
  expect(made.records).toMatchObject([{ direction: "outbound", sipStatus: 403 }]);
});

test.each([PREMIUM, ABROAD])("TOLL-3 no one can transfer a caller to %s by REFER or ##", async (number) => {
  const { made, line, alice, bob } = await pbx();
  const { out, in: incoming } = await made.talk(alice, "102", bob);
  await incoming.request("REFER", { headers: [["Refer-To", `<sip:${number}@demo>`]] });
  await settle();
  for (const digit of `##${number.slice(1)}#`)
    await incoming.request("INFO", { headers: [["Content-Type", "application/dtmf"]], body: digit });
  await settle();
  const told = incoming.requests.filter(({ method }) => method === "NOTIFY").map(({ body }) => body.trim());
  expect(told.at(-1)).toMatch(/^SIP\/2.0 403 No right to/);
  expect([line.calls, made.talkTogether(out, incoming)]).toEqual([[], true]);
  await expectNothingLeft(made, out);
});

test("TOLL-3 a command to call outside needs the right of the person who gives it, and otherwise changes nothing", async () => {
  const { made, line, alice, bob } = await pbx();
  const { commands } = made.system;
  expect(await commands.originate({ by: "alice", to: PREMIUM })).toEqual({ ok: false, why: "outside.premium" });
  expect(alice.calls).toEqual([]);
  const { out, in: incoming } = await made.talk(alice, "102", bob);
  const order = { by: "dave", legIds: [made.legOf(out)], to: ABROAD };
  expect(await commands.redirect(order)).toEqual({ ok: false, why: "outside.abroad" });
  expect([line.calls, made.talkTogether(out, incoming)]).toEqual([[], true]);
  await expectNothingLeft(made, out);
});

test("TOLL-4 a forward to a premium-rate number is not followed, from inside or outside, and its caller does not learn why", async () => {
  const { made, line, alice } = await pbx();
  made.directory.change("bob", { forward: PREMIUM });
  expect(await outcome(alice, "102")).toBe("480");
  const fromOutside = line.call(BOBS_NUMBER, { fromNumber: STRANGER });
  await fromOutside.until("ended");
  expect(outcomeOf(fromOutside)).toBe("480");
  expect(line.calls).toEqual([fromOutside]);
  const reason = { endReason: "No right to premium-rate numbers", forwardedBy: [{ number: "102" }] };
  expect(made.records).toMatchObject([reason, reason]);
});

test("TOLL-4 a follow-me list skips numbers that its owner may not call", async () => {
  const { made, line, alice } = await pbx();
  const numbers = [PREMIUM, INLAND].map((number) => ({ number, timeoutSeconds: 20 }));
  made.directory.change("bob", {
    followMe: {
      strategy: "ringall",
      numbers,
      firstSeconds: 0,
      totalSeconds: 0,
      prefix: "",
      confirm: false,
      markAnswered: false,
    },
  });
  const out = alice.call("102");
  const reached = await line.incoming();
  await settle();
  expect(line.calls.map(({ invite }) => invite?.uri)).toMatchObject([{ user: INLAND }]);
  expect(reached.state).toBe("ringing");
  await expectNothingLeft(made, out);
});

test("TOLL-5 *96 does not forward to a number that the person may not call", async () => {
  const { made, alice } = await pbx();
  expect(await outcome(alice, `*96${PREMIUM.slice(1)}`)).toBe("403 No right to premium-rate numbers");
  expect((await made.directory.userBySipUsername("demo", "alice"))?.forward).toBeUndefined();
});

test("TOLL-7 the company's limit of simultaneous outside calls holds for each person, for every way of calling", async () => {
  const { made, line, alice, bob } = await pbx({ atOnce: 2 });
  const first = alice.call(INLAND);
  const second = alice.call(INLAND);
  await line.incoming();
  await line.incoming();
  expect(await outcome(alice, INLAND)).toBe("403 At most 2 outside calls at a time");
  expect(await made.system.commands.originate({ by: "alice", to: INLAND })).toEqual({ ok: false, why: "limit" });
  made.directory.change("alice", { forward: INLAND });
  expect(await outcome(bob, "101")).toBe("480");
  first.hangUp();
  await settle();
  const third = bob.call("101");
  await line.incoming();
  await expectNothingLeft(made, second, third);
});

test("TOLL-7 an outside leg counts for the person who called it, in every call that it moves to", async () => {
  const { made, line, alice, bob } = await pbx({ atOnce: 1 });
  const out = alice.call(INLAND);
  const outside = await line.incoming();
  await outside.answer();
  await out.until("talking");
  await out.request("REFER", { headers: [["Refer-To", "<sip:102@demo>"]] });
  await (await bob.incoming()).answer();
  await settle();
  expect(out.state).toBe("ended");
  expect(await outcome(alice, INLAND)).toBe("403 At most 1 outside calls at a time");
  outside.hangUp();
  await settle();
  const again = alice.call(INLAND);
  await line.incoming();
  await expectNothingLeft(made, again);
});

test("TOLL-7 no one can start more outside calls in an hour than the company allows", async () => {
  const { made, line, alice, bob } = await pbx({ perHour: 2 });
  for (let times = 0; times < 2; times += 1) {
    const out = alice.call(INLAND);
    (await line.incoming()).reject(486);
    await out.until("ended");
  }
  expect(await outcome(alice, INLAND)).toBe("403 At most 2 outside calls an hour");
  const ofBob = bob.call(INLAND);
  await line.incoming();
  ofBob.hangUp();
  await made.clock.advance(3_600_001);
  await Promise.all([alice.register(), line.register()]);
  const later = alice.call(INLAND);
  await line.incoming();
  await expectNothingLeft(made, later);
});

test("TOLL-7 a restart does not reset the hour: earlier calls count, and new calls are stored", async () => {
  const kept: BegunOutside[] = [];
  const begin = (call: BegunOutside): void => void kept.push(call);
  const hour = 3_600_000;
  const now = createTestPbx().clock.now();
  const begun = [now - hour - 1, now - hour + 60_000, now - 1].map((at) => ({ userId: 1, at }));
  const made = createTestPbx({}, { outsideCalls: { begun, begin } });
  giveNumbers(made);
  made.directory.allowOutside(() => ({ may: true, atOnce: 5, perHour: 2 }));
  const [line, alice, bob] = [await gateway(made), await made.registered("alice"), await made.registered("bob")];
  expect(await outcome(alice, INLAND)).toBe("403 At most 2 outside calls an hour");
  const ofBob = bob.call(INLAND);
  await line.incoming();
  expect(kept).toEqual([{ userId: 2, at: made.clock.now() }]);
  ofBob.hangUp();
  await made.clock.advance(60_001);
  const later = alice.call(INLAND);
  await line.incoming();
  expect(kept.map(({ userId }) => userId)).toEqual([2, 1]);
  await expectNothingLeft(made, later);
});

test("TOLL-7 a call that is tried on the next line counts once", async () => {
  const { made, line, alice } = await pbx({ perHour: 1, atOnce: 1 });
  const second = await gateway(made, 2);
  const out = alice.call(INLAND);
  (await line.incoming()).reject(503);
  await second.incoming();
  expect(out.state).toBe("ringing");
  await expectNothingLeft(made, out);
});

test("TOLL-8 one person cannot fill every line to the emergency services; others still reach them", async () => {
  const { made, line, alice, bob } = await pbx({ atOnce: 0, perHour: 0 });
  made.directory.setEmergencyNumbers(["911"]);
  made.directory.allowOutside(() => ({ may: false, numberClass: "inland" }));
  const calls = [alice.call("911"), alice.call("911"), alice.call("911")];
  for (const _ of calls) await line.incoming();
  expect(await outcome(alice, "911")).toBe("403 At most 3 emergency calls at a time");
  expect(made.eventsOf("emergencyDialled")).toHaveLength(3);
  const ofBob = bob.call("911");
  await line.incoming();
  calls[0]?.hangUp();
  await settle();
  const again = alice.call("911");
  await line.incoming();
  await expectNothingLeft(made, ...calls.slice(1), ofBob, again);
});

test.each(["redirect", "REFER"])("TOLL-9 by %s no one can call outside in a colleague's name", async (how) => {
  const { made, line, alice, bob } = await pbx();
  const { out, in: incoming } = await made.talk(alice, "102", bob);
  if (how === "REFER") await incoming.request("REFER", { headers: [["Refer-To", `<sip:${INLAND}@demo>`]] });
  else await made.system.commands.redirect({ by: "bob", legIds: [made.legOf(out)], to: INLAND });
  const outside = await line.incoming();
  expect(fromOf(outside)).toMatchObject({ displayName: "Bob Brandt", uri: { user: BOBS_NUMBER } });
  expect(assertedIn(outside)).toMatchObject({ user: BOBS_NUMBER });
  expect(JSON.stringify(outside.invite)).not.toContain(ALICES_NUMBER);
  await outside.answer();
  await settle();
  expect(made.talkTogether(out, outside)).toBe(true);
  await expectNothingLeft(made, out);
  expect(made.records.at(-1)).toMatchObject({ from: { userId: 1 }, to: { number: INLAND }, sentBy: { userId: 2 } });
});

test("TOLL-9 a ringing call that another person sends outside goes out in that person's name", async () => {
  const { made, line, alice, bob } = await pbx();
  const out = alice.call("102");
  await bob.incoming();
  await made.system.commands.redirect({ by: "bob", legIds: [made.legOf(out)], to: INLAND });
  expect(fromOf(await line.incoming())).toMatchObject({ uri: { user: BOBS_NUMBER } });
  await expectNothingLeft(made, out);
});

test("TOLL-9 a detour by the user's own forward does not show a colleague's number outside either", async () => {
  const { made, line, alice, bob } = await pbx();
  const { out } = await made.talk(alice, "102", bob);
  made.directory.change("carol", { forward: INLAND });
  await made.system.commands.redirect({ by: "carol", legIds: [made.legOf(out)], to: "103" });
  const outside = await line.incoming();
  expect(fromOf(outside)?.uri).toMatchObject({ user: "anonymous" });
  expect(assertedIn(outside)).toBeUndefined();
  await expectNothingLeft(made, out);
});

test("TOLL-9 a caller whom a forward leads outside keeps their number", async () => {
  const { made, line, alice } = await pbx();
  made.directory.change("bob", { forward: INLAND });
  const out = alice.call("102");
  expect(fromOf(await line.incoming())).toMatchObject({ uri: { user: ALICES_NUMBER } });
  await expectNothingLeft(made, out);
});

test("TOLL-12 an outside line cannot be called itself: by its SIP username, dialled, transferred or commanded", async () => {
  const { made, line, alice, bob } = await pbx();
  const { commands } = made.system;
  expect(await outcome(alice, "trunk1")).toBe("404");
  const { out, in: incoming } = await made.talk(alice, "102", bob);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:trunk1@demo>"]] });
  await settle();
  expect(await commands.originate({ by: "alice", to: "trunk1" })).toEqual({ ok: false, why: "unknownNumber" });
  const order = { by: "alice", legIds: [made.legOf(out)], to: "trunk1" };
  expect(await commands.redirect(order)).toEqual({ ok: false, why: "unknownNumber" });
  expect([line.calls, made.talkTogether(out, incoming)]).toEqual([[], true]);
  await expectNothingLeft(made, out);
});

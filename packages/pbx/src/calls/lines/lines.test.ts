import { header, parseNameAddr } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, person, type TestPbx } from "../../../test/test-pbx.ts";
import { ALICES_NUMBER, BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";

async function pbx() {
  const made = createTestPbx();
  giveNumbers(made);
  made.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  made.directory.addLot({ id: "m", name: "Main", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 30 });
  return { made, alice: await made.registered("alice"), bob: await made.registered("bob") };
}

const field = ({ invite }: PhoneCall, name: string): string | undefined => invite && header(invite, name);
const assertedIn = (call: PhoneCall): unknown => parseNameAddr(field(call, "P-Asserted-Identity") ?? "")?.uri;

async function outcome(phone: SipPhone, number: string, from?: string): Promise<string> {
  const call = phone.call(number, from === undefined ? {} : { fromNumber: from });
  await call.until("ended");
  const warning = call.response === undefined ? undefined : header(call.response, "Warning");
  return `${call.statuses.at(-1)} ${/"(.*)"/.exec(warning ?? "")?.[1] ?? ""}`.trim();
}

async function expectNothingLeft(made: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await made.clock.advance(40_000);
  expect(made.leftovers()).toEqual(NOTHING_LEFT);
}

test("LINE-1, LINE-2, LINE-6 a call to a direct number rings its owner, who sees the outside number; both talk", async () => {
  const { made, bob } = await pbx();
  const line = await gateway(made);
  const call = line.call(BOBS_NUMBER, {
    fromNumber: "+15550001",
    displayName: "Zoë\u202e Zimmer",
    headers: [["P-Asserted-Identity", `<sip:${STRANGER}@gateway.example>`]],
  });
  const incoming = await bob.incoming();
  expect(incoming.invite?.from).toMatchObject({ displayName: "Zoë Zimmer", uri: { user: STRANGER } });
  expect(assertedIn(incoming)).toMatchObject({ user: STRANGER });
  await incoming.answer();
  await call.until("talking");
  await settle();
  expect(made.talkTogether(call, incoming)).toBe(true);
  const caller = { number: STRANGER, name: "Zoë Zimmer" };
  expect(made.system.snapshot().calls).toMatchObject([{ direction: "inbound", caller, callee: { number: "102" } }]);
  await expectNothingLeft(made, call);
  expect(made.records).toMatchObject([{ from: caller, to: { userId: 2 }, direction: "inbound" }]);
  expect(made.records[0]?.from.userId).toBeUndefined();
});

test.each(["101", "alice", "*43", "*76", "**101", "***101", "701", "800", "3WC-12345678", "##", STRANGER, "911"])(
  "LINE-1 a call from outside does not reach %s",
  async (number) => {
    const { made, alice } = await pbx();
    made.directory.setEmergencyNumbers(["911"]);
    const line = await gateway(made);
    expect(await outcome(line, number, STRANGER)).toBe("404");
    expect([alice.calls, made.eventsOf("emergencyDialled")]).toEqual([[], []]);
  },
);

test("LINE-3 a caller without a number, or with a withheld one, is anonymous", async () => {
  const { made, bob } = await pbx();
  const line = await gateway(made);
  const asserted = ["P-Asserted-Identity", `<sip:${STRANGER}@gateway.example>`] as const;
  for (const options of [
    { fromNumber: STRANGER, headers: [asserted, ["Privacy", "id"] as const] },
    { fromNumber: STRANGER, headers: [["Privacy", "user;critical"] as const] },
    { fromNumber: "sip:anonymous@anonymous.invalid" },
  ]) {
    const call = line.call(BOBS_NUMBER, options);
    const { invite } = await bob.incoming();
    expect(invite?.from).toMatchObject({ displayName: "Anonymous", uri: { user: "anonymous" } });
    expect(invite && header(invite, "P-Asserted-Identity")).toBeUndefined();
    await expectNothingLeft(made, call);
  }
  expect(made.records.map(({ from }) => from.number)).toEqual(["anonymous", "anonymous", "anonymous"]);
});

test.each([
  ['"Carol Chen" <sip:103@gateway.example>', "an extension"],
  ['"Carol Chen" <tel:+103>', "an extension with a plus"],
  ['"Open room" <sip:800@gateway.example>', "a room"],
  ['"Carol Chen" <sip:*96101@gateway.example>', "a code that calling back would dial"],
])("LINE-25 a stranger who claims to be %s, %s, is not shown as a colleague", async (identity) => {
  const { made, bob } = await pbx();
  const line = await gateway(made);
  const headers = [
    ["P-Asserted-Identity", identity],
    ["Diversion", '"Dave Diaz" <sip:104@gateway.example>'],
  ] as const;
  const call = line.call(BOBS_NUMBER, { fromNumber: "103", displayName: "Carol Chen", headers });
  const { invite } = await bob.incoming();
  expect(invite?.from).toMatchObject({ displayName: "Outside caller", uri: { user: "anonymous" } });
  expect(JSON.stringify(invite)).not.toMatch(/Carol|Dave|"103"/);
  expect(made.system.snapshot().calls).toMatchObject([{ caller: { number: "anonymous", name: "Outside caller" } }]);
  await expectNothingLeft(made, call);
  expect(made.records).toMatchObject([{ from: { number: "anonymous", name: "Outside caller" } }]);
});

test("LINE-25 a number that is a direct number here, or is not ours, stays unchanged", async () => {
  const { made, bob } = await pbx();
  made.directory.setNumber("6045550101", { kind: "user", user: person(1, "alice", "101", "Alice Archer") });
  const line = await gateway(made);
  for (const number of ["6045550101", "611"]) {
    const call = line.call(BOBS_NUMBER, { fromNumber: number, displayName: "Zoë" });
    expect((await bob.incoming()).invite?.from).toMatchObject({ displayName: "Zoë", uri: { user: number } });
    await expectNothingLeft(made, call);
  }
});

test("LINE-4 strangers cannot open web pages", async () => {
  const { made, bob } = await pbx();
  const line = await gateway(made);
  const call = line.call(BOBS_NUMBER, { fromNumber: STRANGER, headers: [["X-Screen-Pop-Vars", "url=x"]] });
  expect(field(await bob.incoming(), "X-Screen-Pop-Vars")).toBeUndefined();
  await expectNothingLeft(made, call);
});

test("LINE-5 forwards before this system count", async () => {
  const { made, bob } = await pbx();
  made.directory.change("alice", { forward: "102" });
  const line = await gateway(made);
  const with4 = line.call(ALICES_NUMBER, {
    fromNumber: STRANGER,
    headers: [["Diversion", `"A" <sip:1@x>;counter=3, <sip:2@x>;reason=no-answer`]],
  });
  await bob.incoming();
  const with5 = line.call(ALICES_NUMBER, { fromNumber: STRANGER, headers: [["Diversion", `<sip:1@x>;counter=5`]] });
  await with5.until("ended");
  expect(with5.statuses.at(-1)).toBe(480);
  await expectNothingLeft(made, with4);
});

test("LINE-7 a trunk may not transfer, publish or replace, and its ## is not a code", async () => {
  const { made, alice, bob } = await pbx();
  const line = await gateway(made);
  const { out: call, in: incoming } = await made.talk(line, BOBS_NUMBER, bob);
  const refer = await call.request("REFER", { headers: [["Refer-To", "<sip:101@demo>"]] });
  const publish = await line.request("PUBLISH", { headers: [["Event", "presence"]], body: "x" });
  const replace = line.call(BOBS_NUMBER, { headers: [["Replaces", call.replaces()]] });
  await replace.until("ended");
  expect([refer.status, publish.status, replace.statuses.at(-1)]).toEqual([403, 403, 403]);
  for (const digit of "##101#")
    await call.request("INFO", { headers: [["Content-Type", "application/dtmf"]], body: digit });
  await made.clock.advance(5_000);
  expect([alice.calls, made.talkTogether(call, incoming)]).toEqual([[], true]);
  await expectNothingLeft(made, call);
});

test.each(["*76", "**101", "***101", "*80101", "*67101", "*96101"])(
  "LINE-8 a caller from outside cannot be sent to %s",
  async (code) => {
    const { made, alice, bob } = await pbx();
    const line = await gateway(made);
    const { out: call, in: incoming } = await made.talk(line, BOBS_NUMBER, bob);
    await incoming.request("REFER", { headers: [["Refer-To", `<sip:${code}@demo>`]] });
    await settle();
    expect([made.talkTogether(call, incoming), alice.calls]).toEqual([true, []]);
    await expectNothingLeft(made, call);
  },
);

test("LINE-8 a caller from outside can be transferred, parked and retrieved, and sent outside by a person", async () => {
  const { made, alice, bob } = await pbx();
  const line = await gateway(made);
  const { out: call, in: incoming } = await made.talk(line, BOBS_NUMBER, bob);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:700@demo>"]] });
  await settle();
  expect(made.system.snapshot().parked).toMatchObject([{ slot: "701", parkee: { number: "anonymous" } }]);
  const back = alice.call("701");
  await back.until("talking");
  await settle();
  expect(made.talkTogether(back, call)).toBe(true);
  await back.request("REFER", { headers: [["Refer-To", "<sip:+16045550177@demo>"]] });
  const onward = await line.incoming();
  await onward.answer();
  await settle();
  expect(made.talkTogether(onward, call)).toBe(true);
  await expectNothingLeft(made, call);
});

test("DIAL-11 a caller who is transferred to a code of their own changes no setting", async () => {
  const { made, alice, bob } = await pbx();
  const { out, in: incoming } = await made.talk(alice, "102", bob);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:*76@demo>"]] });
  await settle();
  expect(await made.directory.userBySipUsername("demo", "alice")).toMatchObject({ doNotDisturb: false });
  expect(made.talkTogether(out, incoming)).toBe(true);
  await expectNothingLeft(made, out);
});

test("LINE-9 only a trunk may say who the caller is", async () => {
  const { alice, bob } = await pbx();
  expect(await outcome(alice, "102", STRANGER)).toMatch(/^403/);
  expect(bob.calls).toEqual([]);
});

test("LINE-10, LINE-11, LINE-23 a call outside asks the gateway for the number, with the caller's direct number", async () => {
  const { made, alice } = await pbx();
  expect(await outcome(alice, STRANGER)).toBe("404 No outside line");
  const line = await gateway(made);
  const out = alice.call(STRANGER);
  const incoming = await line.incoming();
  expect(incoming.invite?.uri).toMatchObject({ user: STRANGER });
  expect(incoming.invite?.from).toMatchObject({ displayName: "Alice Archer", uri: { user: ALICES_NUMBER } });
  expect(assertedIn(incoming)).toMatchObject({ user: ALICES_NUMBER });
  await incoming.answer();
  await out.until("talking");
  await settle();
  expect(made.talkTogether(out, incoming)).toBe(true);
  const view = made.system.snapshot().calls[0];
  expect(view).toMatchObject({ direction: "outbound", legs: [{}, { party: { number: STRANGER } }] });
  expect(view?.legs[1]?.party.userId).toBeUndefined();
  await expectNothingLeft(made, out);
  expect(made.records.at(-1)).toMatchObject({
    direction: "outbound",
    to: { number: STRANGER },
    disposition: "answered",
  });
});

test("LINE-11 without an outgoing identity the caller is anonymous, and no identity is asserted", async () => {
  const { made } = await pbx();
  const carol = await made.registered("carol");
  const line = await gateway(made);
  const out = carol.call(STRANGER);
  const incoming = await line.incoming();
  expect(incoming.invite?.from.uri).toMatchObject({ user: "anonymous", host: "anonymous.invalid" });
  expect(assertedIn(incoming)).toBeUndefined();
  expect(JSON.stringify(incoming.invite?.headers)).not.toMatch(/103|Carol/);
  await expectNothingLeft(made, out);
});

test.each([
  ["*67", `*67${STRANGER.slice(1)}`, {}],
  ["outgoing.withheld", STRANGER, { outgoing: { number: ALICES_NUMBER, withheld: true } }],
])("LINE-12 a number withheld by %s is sent only to the gateway", async (_, dialled, fields) => {
  const { made, alice } = await pbx();
  made.directory.change("alice", fields);
  const line = await gateway(made);
  const out = alice.call(dialled);
  const incoming = await line.incoming();
  expect(incoming.invite?.from.uri).toMatchObject({ user: "anonymous", host: "anonymous.invalid" });
  expect([field(incoming, "Privacy"), assertedIn(incoming)]).toMatchObject(["id", { user: ALICES_NUMBER }]);
  await expectNothingLeft(made, out);
});

test.each([503, 500, 408, 403])(
  "LINE-20, LINE-21 after a trunk that responds %i the next one is tried",
  async (status) => {
    const { made, alice } = await pbx();
    const [first, second] = [await gateway(made, 1), await gateway(made, 2)];
    const out = alice.call(STRANGER);
    (await first.incoming()).reject(status);
    const incoming = await second.incoming();
    await incoming.answer();
    await out.until("talking");
    await settle();
    expect(made.talkTogether(out, incoming)).toBe(true);
    await expectNothingLeft(made, out);
  },
);

test("LINE-21 after a lost gateway the next one is tried, also a second gateway of the same trunk, one at a time", async () => {
  const { made, alice } = await pbx();
  const [first, second] = [await gateway(made, 1), await made.registered("trunk1")];
  const third = await gateway(made, 2);
  const out = alice.call(STRANGER);
  await first.incoming();
  expect([second.calls, third.calls]).toEqual([[], []]);
  first.cut();
  (await second.incoming()).reject(502);
  await third.incoming();
  expect(out.state).toBe("ringing");
  await expectNothingLeft(made, out);
});

test.each([404, 480, 486, 603])("LINE-21 a gateway's answer about the called party is final: %i", async (status) => {
  const { made, alice } = await pbx();
  const [first, second] = [await gateway(made, 1), await gateway(made, 2)];
  const out = alice.call(STRANGER);
  (await first.incoming()).reject(status);
  await out.until("ended");
  expect([out.statuses.at(-1), second.calls]).toEqual([status, []]);
  await expectNothingLeft(made);
});

test("LINE-22 a trunk takes as many calls as it may, in either direction, then the next one is used", async () => {
  const { made, alice, bob } = await pbx();
  const first = await gateway(made, 1, { callLimit: 1 });
  const one = first.call(BOBS_NUMBER, { fromNumber: STRANGER });
  await bob.incoming();
  expect(await outcome(alice, STRANGER)).toBe("503 All outside lines are busy");
  const second = await gateway(made, 2, { callLimit: 1 });
  const two = alice.call(STRANGER);
  await second.incoming();
  expect(await outcome(first, ALICES_NUMBER, STRANGER)).toMatch(/^403/);
  two.hangUp();
  await two.until("ended");
  const three = alice.call(STRANGER);
  await second.incoming();
  await expectNothingLeft(made, one, three);
});

test("LINE-24 originate and redirect lead outside if there is a line", async () => {
  const { made, alice, bob } = await pbx();
  const { commands } = made.system;
  expect(await commands.originate({ by: "alice", to: STRANGER })).toEqual({ ok: false, why: "unknownNumber" });
  const line = await gateway(made);
  const placed = commands.originate({ by: "alice", to: STRANGER });
  await (await alice.incoming()).answer();
  expect(await placed).toMatchObject({ ok: true });
  const outside = await line.incoming();
  await outside.answer();
  await settle();
  const legIds = [made.legOf(outside)];
  expect(await commands.redirect({ by: "alice", legIds, to: "102" })).toMatchObject({ ok: true });
  const incoming = await bob.incoming();
  await incoming.answer();
  await settle();
  expect(made.talkTogether(incoming, outside)).toBe(true);
  expect(await commands.redirect({ by: "alice", legIds: [made.legOf(incoming)], to: "+16045550177" })).toMatchObject({
    ok: true,
  });
  await line.incoming();
  await expectNothingLeft(made, outside, incoming);
});

test("LINE-26 a line takes only calls of its classes; without one for the class there is no line", async () => {
  const { made, alice } = await pbx();
  made.directory.allowOutside((_, number) => ({
    may: true,
    atOnce: 5,
    perHour: 60,
    numberClass: number.startsWith("+1") ? "inland" : "abroad",
  }));
  const first = await gateway(made, 1, { lineClasses: ["abroad"] });
  const second = await gateway(made, 2, { lineClasses: ["inland", "emergency"] });
  const inland = alice.call(STRANGER);
  await (await second.incoming()).answer();
  await inland.until("talking");
  inland.hangUp();
  const abroad = alice.call("+493012345678");
  await (await first.incoming()).answer();
  await abroad.until("talking");
  abroad.hangUp();
  expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  first.cut();
  await settle();
  expect(await outcome(alice, "+493012345678")).toBe("404 No outside line");
  expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  await expectNothingLeft(made);
});

test("LINE-27 an emergency call uses lines for emergencies first, and any line if none of these is available", async () => {
  const { made, alice } = await pbx();
  made.directory.setEmergencyNumbers(["911"]);
  const first = await gateway(made, 1, { lineClasses: ["inland"] });
  const second = await gateway(made, 2, { lineClasses: ["emergency"] });
  const call = alice.call("911");
  await (await second.incoming()).answer();
  await call.until("talking");
  expect(first.calls).toEqual([]);
  call.hangUp();
  second.cut();
  await settle();
  const again = alice.call("911");
  await (await first.incoming()).answer();
  await again.until("talking");
  await expectNothingLeft(made, again);
});

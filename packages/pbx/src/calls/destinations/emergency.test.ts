import { header } from "@callpanel/sip";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";
import { ALICES_NUMBER, BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";
import type { PhoneSettings } from "../../settings.ts";
import { CALLBACK_MS } from "./emergency-callbacks.ts";

const CALLBACK = "+16045550100";

async function pbx(settings: Partial<PhoneSettings> = {}) {
  const made = createTestPbx(settings);
  giveNumbers(made);
  made.directory.setEmergencyNumbers(["911", "933"]);
  made.directory.setNumber("911", { kind: "queue", id: "911", name: "Not this" });
  const emergency = { callbackNumber: CALLBACK, callbackName: "Front desk", location: "12 Main St\r\nVia: x" };
  made.directory.change("alice", { emergency });
  return { made, alice: await made.registered("alice"), bob: await made.registered("bob") };
}

const field = ({ invite }: PhoneCall, name: string): string | undefined => invite && header(invite, name);

async function expectNothingLeft(made: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await made.clock.advance(40_000);
  expect(made.leftovers()).toEqual(NOTHING_LEFT);
}

test.each(["911", "933", "9-1-1"])(
  "EMERG-1, EMERG-3, EMERG-5 %s goes to a line, with callback number and location",
  async (dialled) => {
    const { made, alice } = await pbx();
    const line = await gateway(made);
    const out = alice.call(dialled);
    const incoming = await line.incoming();
    const number = dialled.replaceAll("-", "");
    expect(incoming.invite?.uri).toMatchObject({ user: number });
    expect(incoming.invite?.from).toMatchObject({ displayName: "Front desk", uri: { user: CALLBACK } });
    expect(field(incoming, "P-Asserted-Identity")).toContain(CALLBACK);
    expect(
      ["Priority", "X-Emergency-Callback", "X-Emergency-Caller", "X-Emergency-Location"].map((name) =>
        field(incoming, name),
      ),
    ).toEqual(["emergency", CALLBACK, "101 Alice Archer", "12 Main St Via: x"]);
    expect(made.eventsOf("emergencyDialled")).toMatchObject([
      { number, by: { userId: 1, number: "101" }, callbackNumber: CALLBACK, reached: true },
    ]);
    await incoming.answer();
    await out.until("talking");
    await settle();
    expect(made.talkTogether(out, incoming)).toBe(true);
    await expectNothingLeft(made, out);
    expect(made.records).toMatchObject([{ direction: "outbound", to: { number, name: "Emergency" } }]);
  },
);

test("EMERG-3 a withheld number is sent; without a callback number it is the outgoing number, then the extension", async () => {
  const { made, alice, bob } = await pbx();
  const line = await gateway(made);
  made.directory.change("alice", { outgoing: { number: ALICES_NUMBER, withheld: true } });
  const calls = [alice.call("*67911")];
  const first = await line.incoming();
  expect([first.invite?.from.uri, field(first, "Privacy")]).toMatchObject([{ user: CALLBACK }, undefined]);
  calls.push(bob.call("911"));
  const second = await line.incoming();
  expect([second.invite?.from.uri, field(second, "X-Emergency-Location")]).toMatchObject([
    { user: BOBS_NUMBER },
    undefined,
  ]);
  const carol = await made.registered("carol");
  calls.push(carol.call("911"));
  expect((await line.incoming()).invite?.from.uri).toMatchObject({ user: "103" });
  await expectNothingLeft(made, ...calls);
});

test("EMERG-2 no limit applies: own calls, call rate, the system's calls, the trunk's calls", async () => {
  const { made, alice, bob } = await pbx({ callsInSystem: 1, invitesPerTenSeconds: 1, noAnswerMs: 10_000 });
  const line = await gateway(made, 1, { callLimit: 1 });
  made.directory.change("alice", { callLimit: 1 });
  const busy = alice.call(STRANGER);
  await line.incoming();
  const refused = bob.call("101");
  await refused.until("ended");
  expect(refused.statuses.at(-1)).toBe(503);
  const out = alice.call("911");
  const incoming = await line.incoming();
  await made.clock.advance(60_000);
  expect([incoming.state, out.state]).toEqual(["ringing", "ringing"]);
  await expectNothingLeft(made, busy, out);
});

test("EMERG-3 the next trunk takes the call if the first one cannot", async () => {
  const { made, alice } = await pbx();
  const [first, second] = [await gateway(made, 1), await gateway(made, 2)];
  const out = alice.call("911");
  (await first.incoming()).reject(503);
  expect(field(await second.incoming(), "Priority")).toBe("emergency");
  await expectNothingLeft(made, out);
});

test("EMERG-4, EMERG-5 without a line the caller, the log and the event say so", async () => {
  const { made, alice } = await pbx();
  const out = alice.call("911");
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(503);
  expect(out.response && header(out.response, "Warning")).toMatch(
    /Emergency services cannot be reached: no outside line/,
  );
  expect(made.eventsOf("emergencyDialled")).toMatchObject([{ reached: false }]);
  expect(made.logged).toContain("error an emergency call found no outside line");
});

test("EMERG-6 for an hour the services can call back past all settings, to the person and to the callback number", async () => {
  const { made, alice, bob } = await pbx();
  const line = await gateway(made);
  made.directory.setDirectNumber(CALLBACK, "102");
  made.directory.change("alice", { doNotDisturb: true, forward: "102", callWaiting: false, callLimit: 1 });
  made.directory.change("bob", { doNotDisturb: true });
  made.directory.block(1, STRANGER);
  const before = line.call(ALICES_NUMBER, { fromNumber: STRANGER });
  await before.until("ended");
  expect(before.statuses.at(-1)).toBe(603);
  const out = alice.call("911");
  await line.incoming();
  const back = line.call(ALICES_NUMBER, { fromNumber: STRANGER });
  expect((await alice.incoming()).state).toBe("ringing");
  // The same number as another gateway writes it.
  made.directory.setDirectNumber(CALLBACK.slice(2), "102");
  const desk = line.call(CALLBACK.slice(2), { fromNumber: STRANGER });
  expect((await bob.incoming()).state).toBe("ringing");
  const colleague = bob.call("101");
  await colleague.until("ended");
  expect(colleague.statuses.at(-1)).toBe(480);
  await expectNothingLeft(made, out, back, desk);
  await made.clock.advance(CALLBACK_MS);
  await line.register();
  const later = line.call(ALICES_NUMBER, { fromNumber: STRANGER });
  await later.until("ended");
  expect(later.statuses.at(-1)).toBe(603);
});

test("EMERG-6 a caller who claims to be an emergency service does not pass the blacklist, except in the hour after a call to it", async () => {
  const { made, alice } = await pbx();
  const line = await gateway(made);
  made.directory.block(1, "933");
  const swindler = line.call(ALICES_NUMBER, { fromNumber: "933" });
  await swindler.until("ended");
  expect(swindler.statuses.at(-1)).toBe(603);
  const out = alice.call("911");
  await line.incoming();
  const back = line.call(ALICES_NUMBER, { fromNumber: "933" });
  expect((await alice.incoming()).state).toBe("ringing");
  await expectNothingLeft(made, out, back);
});

test("EMERG-7 no follow-me list leads to an emergency number", async () => {
  const { made, alice } = await pbx();
  const line = await gateway(made);
  const numbers = [{ number: "911", timeoutSeconds: 20 }];
  const plan = {
    strategy: "hunt",
    numbers,
    firstSeconds: 0,
    totalSeconds: 0,
    prefix: "",
    confirm: false,
    markAnswered: false,
  } as const;
  made.directory.change("bob", { followMe: plan });
  const out = alice.call("102");
  await out.until("ended");
  expect([out.statuses.at(-1), line.calls, made.eventsOf("emergencyDialled")]).toEqual([480, [], []]);
});

import { header } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";
import { BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";

async function people() {
  const pbx = createTestPbx();
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  return { pbx, alice, bob, carol };
}

async function refusalOf(phone: SipPhone, number: string): Promise<string> {
  const call = phone.call(number);
  await call.until("ended");
  return `${call.statuses.at(-1)} ${call.response === undefined ? "" : (header(call.response, "Warning") ?? "")}`;
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

test.each(["102", "*80102", "*67102"])(
  "REACH-2 a blocked number that dials %s hears 603 and rings nothing",
  async (dialled) => {
    const { pbx, alice, bob, carol } = await people();
    pbx.directory.block(2, "101");
    expect(await refusalOf(alice, dialled)).toBe("603 ");
    expect(bob.calls).toEqual([]);
    expect(pbx.records).toMatchObject([{ disposition: "rejected", endReason: "blocked", to: { number: "102" } }]);
    const other = carol.call("102");
    expect(await other.until("ringing")).toBe("ringing");
    await expectNothingLeft(pbx, other);
  },
);

test("REACH-2 outside numbers are blocked by the number from the trunk, callers without a number only as anonymous", async () => {
  const { pbx, bob } = await people();
  giveNumbers(pbx);
  const line = await gateway(pbx);
  pbx.directory.block(2, STRANGER);
  const blocked = line.call(BOBS_NUMBER, { fromNumber: STRANGER });
  expect(await blocked.until("ended")).toBe("ended");
  const unknown = line.call(BOBS_NUMBER, { fromNumber: STRANGER, headers: [["Privacy", "id"]] });
  await bob.incoming();
  expect(bob.calls).toHaveLength(1);
  await expectNothingLeft(pbx, unknown);
  pbx.directory.block(2, "anonymous");
  const again = line.call(BOBS_NUMBER, { fromNumber: STRANGER, headers: [["Privacy", "id"]] });
  await again.until("ended");
  expect([blocked.statuses.at(-1), again.statuses.at(-1)]).toEqual([603, 603]);
});

test("REACH-1 a forward works while do not disturb is on, and the blacklist comes first", async () => {
  const { pbx, alice, bob, carol } = await people();
  pbx.directory.change("bob", { forward: "103", doNotDisturb: true });
  const out = alice.call("102");
  await carol.incoming();
  expect(bob.calls).toEqual([]);
  pbx.directory.block(2, "101");
  expect(await refusalOf(alice, "102")).toBe("603 ");
  await expectNothingLeft(pbx, out);
});

test("REACH-1 a call that comes back after a transfer rings the own phones, with or without a forward", async () => {
  const { pbx, alice, bob } = await people();
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  await out.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  pbx.directory.change("alice", { forward: "104" });
  out.hangUp();
  await pbx.clock.advance(60_000);
  const back = await alice.incoming();
  await back.answer();
  await settle();
  expect(pbx.talkTogether(back, incoming)).toBe(true);
  await expectNothingLeft(pbx, back);
});

test.each([false, true])(
  "REACH-3 a caller outside has the name of the callee's contacts (answers later: %s)",
  async (later) => {
    const { pbx, bob } = await people();
    giveNumbers(pbx);
    const line = await gateway(pbx);
    pbx.directory.setContact(2, STRANGER, "Zoë Zimmer");
    if (later) pbx.directory.answerLater();
    const call = line.call(BOBS_NUMBER, { fromNumber: STRANGER, displayName: "CITY OF X" });
    const incoming = await bob.incoming();
    expect(incoming.invite?.from).toMatchObject({ displayName: "Zoë Zimmer", uri: { user: STRANGER } });
    const caller = { number: STRANGER, name: "Zoë Zimmer" };
    expect(pbx.system.snapshot().calls).toMatchObject([{ caller, legs: [{ party: caller }, {}] }]);
    await expectNothingLeft(pbx, call);
    expect(pbx.records).toMatchObject([{ from: caller, direction: "inbound" }]);
  },
);

test("REACH-3 colleagues keep the directory's name; strangers who are not contacts have the name of their network", async () => {
  const { pbx, alice, bob } = await people();
  giveNumbers(pbx);
  const line = await gateway(pbx);
  pbx.directory.setContact(2, "101", "Somebody else");
  const inside = alice.call("102");
  expect((await bob.incoming()).invite?.from.displayName).toBe("Alice Archer");
  const outside = line.call(BOBS_NUMBER, { fromNumber: STRANGER, displayName: "CITY OF X" });
  expect((await bob.incoming()).invite?.from.displayName).toBe("CITY OF X");
  await expectNothingLeft(pbx, inside, outside);
});

test("REACH-3 an outside callee has the name of the caller's contacts", async () => {
  const { pbx, alice } = await people();
  await gateway(pbx);
  pbx.directory.setContact(1, STRANGER, "Zoë Zimmer");
  const out = alice.call(STRANGER);
  await out.until("ringing");
  expect(pbx.system.snapshot().calls).toMatchObject([{ callee: { number: STRANGER, name: "Zoë Zimmer" } }]);
  await expectNothingLeft(pbx, out);
});

test("REACH-5 *67 hides the number inside; the record keeps it", async () => {
  const { pbx, alice, bob } = await people();
  const out = alice.call("*67102");
  const incoming = await bob.incoming();
  const { invite } = incoming;
  expect(invite?.from).toMatchObject({
    displayName: "Anonymous",
    uri: { user: "anonymous", host: "anonymous.invalid" },
  });
  expect(invite && header(invite, "P-Asserted-Identity")).toBeUndefined();
  expect(JSON.stringify(invite?.headers)).not.toMatch(/101|Alice/);
  expect(pbx.system.snapshot().calls).toMatchObject([{ caller: { number: "anonymous", name: "Anonymous" } }]);
  // A page that is reloaded does not get it either.
  await incoming.answer();
  await settle();
  const again = bob.call("101", { headers: [["Replaces", incoming.replaces()]] });
  await again.until("talking");
  expect(again.response && header(again.response, "P-Asserted-Identity")).toMatch(/anonymous@anonymous.invalid/);
  await expectNothingLeft(pbx, out);
  expect(pbx.records).toMatchObject([{ from: { number: "101" }, to: { number: "102" }, dialledNumber: "*67102" }]);
});

test.each(["*67*76", "*67*80102", "*67##"])("REACH-5 *67 does not accept a code: %s", async (dialled) => {
  const { pbx, alice } = await people();
  expect(await refusalOf(alice, dialled)).toMatch(/^404/);
  expect(await pbx.directory.userBySipUsername("demo", "alice")).toMatchObject({ doNotDisturb: false });
});

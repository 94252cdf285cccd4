import { header, headers } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, person, type TestPbx } from "../../../test/test-pbx.ts";
import { ALICES_NUMBER, BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";

async function people() {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  return { pbx, alice, bob, carol, dave: await pbx.registered("dave") };
}

const diversionsOf = ({ invite }: PhoneCall): readonly (string | undefined)[] =>
  (invite === undefined ? [] : headers(invite, "Diversion")).map((value) => /sip:([^@]+)@/.exec(value)?.[1]);

async function outcome(phone: SipPhone, number: string): Promise<string> {
  const call = phone.call(number);
  await call.until("ended");
  const warning = call.response === undefined ? undefined : header(call.response, "Warning");
  return `${call.statuses.at(-1)} ${/"(.*)"/.exec(warning ?? "")?.[1] ?? ""}`.trim();
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

test.each([false, true])(
  "REACH-10, REACH-11 only the other person rings, with the caller's name and the forwarding person (later: %s)",
  async (later) => {
    const { pbx, alice, bob, carol } = await people();
    pbx.directory.change("bob", { forward: "103" });
    if (later) pbx.directory.answerLater();
    const out = alice.call("102");
    const incoming = await carol.incoming();
    expect(incoming.invite?.from).toMatchObject({ displayName: "Alice Archer", uri: { user: "101" } });
    expect(diversionsOf(incoming)).toEqual(["102"]);
    await incoming.answer();
    await out.until("talking");
    await settle();
    expect(pbx.talkTogether(out, incoming)).toBe(true);
    expect(out.response && header(out.response, "P-Asserted-Identity")).toMatch(/Carol Chen.*sip:103@/);
    expect(bob.calls).toEqual([]);
    const bobs = { number: "102", name: "Bob Brandt", userId: 2 };
    expect(pbx.system.snapshot().calls).toMatchObject([{ callee: { number: "103" }, forwardedBy: [bobs] }]);
    // The forward does not keep Bob busy.
    const other = pbx.registered("bob").then((phone) => phone.call("104"));
    await (await other).until("ringing");
    await expectNothingLeft(pbx, out, await other);
    expect(pbx.records.find(({ dialledNumber }) => dialledNumber === "102")).toMatchObject({
      from: { number: "101" },
      to: { number: "103" },
      forwardedBy: [bobs],
      disposition: "answered",
    });
  },
);

test("REACH-11 a chain lists all forwarding people, the latest first", async () => {
  const { pbx, alice, dave } = await people();
  pbx.directory.change("bob", { forward: "103" });
  pbx.directory.change("carol", { forward: "104" });
  const out = alice.call("102");
  expect(diversionsOf(await dave.incoming())).toEqual(["103", "102"]);
  await expectNothingLeft(pbx, out);
  expect(pbx.records).toMatchObject([{ forwardedBy: [{ number: "102" }, { number: "103" }] }]);
});

test("REACH-10 a forward leads to a room, and with its owner's rights to an outside line", async () => {
  const { pbx, alice } = await people();
  giveNumbers(pbx);
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  pbx.directory.change("bob", { forward: "800" });
  const room = alice.call("102");
  expect(await room.until("talking")).toBe("talking");
  expect(pbx.system.snapshot().rooms).toMatchObject([{ number: "800", members: [{ party: { number: "101" } }] }]);
  const line = await gateway(pbx);
  pbx.directory.change("bob", { forward: STRANGER });
  const out = alice.call("102");
  const incoming = await line.incoming();
  expect(incoming.invite?.uri).toMatchObject({ user: STRANGER });
  expect(incoming.invite?.from.uri).toMatchObject({ user: ALICES_NUMBER });
  await expectNothingLeft(pbx, room, out);
});

test("REACH-10 a caller from outside is forwarded outside again, with their own number", async () => {
  const { pbx } = await people();
  giveNumbers(pbx);
  const line = await gateway(pbx);
  pbx.directory.change("bob", { forward: "+16045550177" });
  const call = line.call(BOBS_NUMBER, { fromNumber: STRANGER });
  const onward = await line.incoming();
  expect(onward.invite?.from.uri).toMatchObject({ user: STRANGER });
  expect(onward.invite?.uri).toMatchObject({ user: "+16045550177" });
  await onward.answer();
  await call.until("talking");
  await settle();
  expect(pbx.talkTogether(call, onward)).toBe(true);
  await expectNothingLeft(pbx, call);
  expect(pbx.records).toMatchObject([{ direction: "inbound", forwardedBy: [{ number: "102" }] }]);
});

test("REACH-12 loops are cut: back to a person who forwarded, to the person themselves, to the caller", async () => {
  const { pbx, alice, dave } = await people();
  pbx.directory.change("bob", { forward: "103" });
  pbx.directory.change("carol", { forward: "102" });
  expect(await outcome(alice, "102")).toBe("480 Forwarded in a circle");
  pbx.directory.change("bob", { forward: "102" });
  expect(await outcome(alice, "102")).toBe("480 Forwarded in a circle");
  pbx.directory.change("bob", { forward: "101" });
  expect(await outcome(alice, "102")).toBe("480 Forwarded in a circle");
  expect([alice.calls.filter(({ direction }) => direction === "incoming"), dave.calls]).toEqual([[], []]);
  await expectNothingLeft(pbx);
});

test("REACH-12 the sixth forward is refused, also when some came before this system", async () => {
  const { pbx, alice } = await people();
  giveNumbers(pbx);
  for (let at = 0; at < 7; at += 1) {
    const name = `chain${at}`;
    pbx.directory.add({ ...person(20 + at, name, `12${at}`, name), forward: `12${at + 1}` }, "x");
  }
  const ends = await pbx.registered("dave");
  pbx.directory.change("dave", { extension: "125" });
  pbx.directory.remove("chain5");
  const five = alice.call("120");
  expect(diversionsOf(await ends.incoming())).toHaveLength(5);
  pbx.directory.change("dave", { extension: "126" });
  pbx.directory.add({ ...person(25, "chain5", "125", "chain5"), forward: "126" }, "x");
  pbx.directory.remove("chain6");
  expect(await outcome(alice, "120")).toBe("480 Forwarded too often");
  const line = await gateway(pbx);
  pbx.directory.change("bob", { forward: "126" });
  const looped = line.call(BOBS_NUMBER, {
    fromNumber: STRANGER,
    headers: [["Diversion", `<sip:${STRANGER}@x>;reason=unconditional;counter=5`]],
  });
  await looped.until("ended");
  expect(looped.statuses.at(-1)).toBe(480);
  await expectNothingLeft(pbx, five);
});

test("REACH-12 each forward decrements Max-Forwards", async () => {
  const { pbx, alice, carol } = await people();
  pbx.directory.change("bob", { forward: "103" });
  const out = alice.call("102");
  const { invite } = await carol.incoming();
  expect(invite && header(invite, "Max-Forwards")).toBe("68");
  await expectNothingLeft(pbx, out);
});

test.each(["911", "700", "701", "*76", "*80104", "**104", "***104"])(
  "REACH-13, EMERG-7 a forward does not lead to %s",
  async (forward) => {
    const { pbx, alice } = await people();
    await gateway(pbx);
    pbx.directory.setEmergencyNumbers(["911"]);
    pbx.directory.addLot({
      id: "main",
      name: "Main",
      extension: "700",
      firstSlot: 701,
      lastSlot: 702,
      timeoutSeconds: 30,
    });
    pbx.directory.change("bob", { forward });
    expect(await outcome(alice, "102")).toMatch(/^403 /);
    expect(pbx.eventsOf("emergencyDialled")).toEqual([]);
    expect(await pbx.directory.userBySipUsername("demo", "alice")).toMatchObject({ doNotDisturb: false });
  },
);

test("REACH-13 a forward may lead to a service like music, and an unknown number is 404", async () => {
  const { pbx, alice } = await people();
  pbx.directory.change("bob", { forward: "*86" });
  const music = alice.call("102");
  expect(await music.until("talking")).toBe("talking");
  pbx.directory.change("bob", { forward: "199" });
  expect(await outcome(alice, "102")).toBe("404");
  await expectNothingLeft(pbx, music);
});

test("REACH-14 a transfer or a redirect to a person with a forward goes where it leads", async () => {
  const { pbx, alice, bob, dave } = await people();
  pbx.directory.change("carol", { forward: "104" });
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  await out.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  const first = await dave.incoming();
  await first.answer();
  await settle();
  expect(pbx.talkTogether(first, incoming)).toBe(true);
  pbx.directory.change("carol", { forward: "101" });
  expect(await pbx.system.commands.redirect({ by: "bob", legIds: [pbx.legOf(incoming)], to: "103" })).toMatchObject({
    ok: true,
  });
  const second = await alice.incoming();
  await second.answer();
  await settle();
  expect(pbx.talkTogether(second, incoming)).toBe(true);
  await expectNothingLeft(pbx, incoming);
});

import { header, headers } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, person, type Office } from "../../../test/office.ts";
import { ALICES_NUMBER, BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../test/outside.ts";

async function people() {
  const office = createOffice();
  const alice = await office.registered("alice");
  const bob = await office.registered("bob");
  const carol = await office.registered("carol");
  return { office, alice, bob, carol, dave: await office.registered("dave") };
}

const diversionsOf = ({ invite }: PhoneCall): readonly (string | undefined)[] =>
  (invite === undefined ? [] : headers(invite, "Diversion")).map((value) => /sip:([^@]+)@/.exec(value)?.[1]);

async function outcome(phone: SipPhone, number: string): Promise<string> {
  const call = phone.call(number);
  await call.until("ended");
  const warning = call.response === undefined ? undefined : header(call.response, "Warning");
  return `${call.statuses.at(-1)} ${/"(.*)"/.exec(warning ?? "")?.[1] ?? ""}`.trim();
}

async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(40_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
}

test.each([false, true])(
  "REACH-10, REACH-11 only the other person rings, with the caller's name and the forwarding person (later: %s)",
  async (later) => {
    const { office, alice, bob, carol } = await people();
    office.directory.change("bob", { forward: "103" });
    if (later) office.directory.answerLater();
    const out = alice.call("102");
    const incoming = await carol.incoming();
    expect(incoming.invite?.from).toMatchObject({ displayName: "Alice Archer", uri: { user: "101" } });
    expect(diversionsOf(incoming)).toEqual(["102"]);
    await incoming.answer();
    await out.until("talking");
    await settle();
    expect(office.talkTogether(out, incoming)).toBe(true);
    expect(out.response && header(out.response, "P-Asserted-Identity")).toMatch(/Carol Chen.*sip:103@/);
    expect(bob.calls).toEqual([]);
    const bobs = { number: "102", name: "Bob Brandt", userId: 2 };
    expect(office.system.snapshot().calls).toMatchObject([{ callee: { number: "103" }, forwardedBy: [bobs] }]);
    // The forward does not keep Bob busy.
    const other = office.registered("bob").then((phone) => phone.call("104"));
    await (await other).until("ringing");
    await expectNothingLeft(office, out, await other);
    expect(office.records.find(({ dialledNumber }) => dialledNumber === "102")).toMatchObject({
      from: { number: "101" },
      to: { number: "103" },
      forwardedBy: [bobs],
      disposition: "answered",
    });
  },
);

test("REACH-11 a chain lists all forwarding people, the latest first", async () => {
  const { office, alice, dave } = await people();
  office.directory.change("bob", { forward: "103" });
  office.directory.change("carol", { forward: "104" });
  const out = alice.call("102");
  expect(diversionsOf(await dave.incoming())).toEqual(["103", "102"]);
  await expectNothingLeft(office, out);
  expect(office.records).toMatchObject([{ forwardedBy: [{ number: "102" }, { number: "103" }] }]);
});

test("REACH-10 a forward leads to a room, and with its owner's rights to an outside line", async () => {
  const { office, alice } = await people();
  giveNumbers(office);
  office.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  office.directory.change("bob", { forward: "800" });
  const room = alice.call("102");
  expect(await room.until("talking")).toBe("talking");
  expect(office.system.snapshot().rooms).toMatchObject([{ number: "800", members: [{ party: { number: "101" } }] }]);
  const line = await gateway(office);
  office.directory.change("bob", { forward: STRANGER });
  const out = alice.call("102");
  const incoming = await line.incoming();
  expect(incoming.invite?.uri).toMatchObject({ user: STRANGER });
  expect(incoming.invite?.from.uri).toMatchObject({ user: ALICES_NUMBER });
  await expectNothingLeft(office, room, out);
});

test("REACH-10 a caller from outside is forwarded outside again, with their own number", async () => {
  const { office } = await people();
  giveNumbers(office);
  const line = await gateway(office);
  office.directory.change("bob", { forward: "+16045550177" });
  const call = line.call(BOBS_NUMBER, { fromNumber: STRANGER });
  const onward = await line.incoming();
  expect(onward.invite?.from.uri).toMatchObject({ user: STRANGER });
  expect(onward.invite?.uri).toMatchObject({ user: "+16045550177" });
  await onward.answer();
  await call.until("talking");
  await settle();
  expect(office.talkTogether(call, onward)).toBe(true);
  await expectNothingLeft(office, call);
  expect(office.records).toMatchObject([{ direction: "inbound", forwardedBy: [{ number: "102" }] }]);
});

test("REACH-12 circles are cut: back to a person who forwarded, to oneself, to the caller", async () => {
  const { office, alice, dave } = await people();
  office.directory.change("bob", { forward: "103" });
  office.directory.change("carol", { forward: "102" });
  expect(await outcome(alice, "102")).toBe("480 Forwarded in a circle");
  office.directory.change("bob", { forward: "102" });
  expect(await outcome(alice, "102")).toBe("480 Forwarded in a circle");
  office.directory.change("bob", { forward: "101" });
  expect(await outcome(alice, "102")).toBe("480 Forwarded in a circle");
  expect([alice.calls.filter(({ direction }) => direction === "incoming"), dave.calls]).toEqual([[], []]);
  await expectNothingLeft(office);
});

test("REACH-12 the sixth forward is refused, also when some came before this system", async () => {
  const { office, alice } = await people();
  giveNumbers(office);
  for (let at = 0; at < 7; at += 1) {
    const name = `chain${at}`;
    office.directory.add({ ...person(20 + at, name, `12${at}`, name), forward: `12${at + 1}` }, "x");
  }
  const ends = await office.registered("dave");
  office.directory.change("dave", { extension: "125" });
  office.directory.remove("chain5");
  const five = alice.call("120");
  expect(diversionsOf(await ends.incoming())).toHaveLength(5);
  office.directory.change("dave", { extension: "126" });
  office.directory.add({ ...person(25, "chain5", "125", "chain5"), forward: "126" }, "x");
  office.directory.remove("chain6");
  expect(await outcome(alice, "120")).toBe("480 Forwarded too often");
  const line = await gateway(office);
  office.directory.change("bob", { forward: "126" });
  const looped = line.call(BOBS_NUMBER, {
    fromNumber: STRANGER,
    headers: [["Diversion", `<sip:${STRANGER}@x>;reason=unconditional;counter=5`]],
  });
  await looped.until("ended");
  expect(looped.statuses.at(-1)).toBe(480);
  await expectNothingLeft(office, five);
});

test("REACH-12 each forward decrements Max-Forwards", async () => {
  const { office, alice, carol } = await people();
  office.directory.change("bob", { forward: "103" });
  const out = alice.call("102");
  const { invite } = await carol.incoming();
  expect(invite && header(invite, "Max-Forwards")).toBe("68");
  await expectNothingLeft(office, out);
});

test.each(["911", "700", "701", "*76", "*80104", "**104", "***104"])(
  "REACH-13, EMERG-7 a forward does not lead to %s",
  async (forward) => {
    const { office, alice } = await people();
    await gateway(office);
    office.directory.setEmergencyNumbers(["911"]);
    office.directory.addLot({
      id: "main",
      name: "Main",
      extension: "700",
      firstSlot: 701,
      lastSlot: 702,
      timeoutSeconds: 30,
    });
    office.directory.change("bob", { forward });
    expect(await outcome(alice, "102")).toMatch(/^403 /);
    expect(office.eventsOf("emergencyDialled")).toEqual([]);
    expect(await office.directory.userBySipUsername("demo", "alice")).toMatchObject({ doNotDisturb: false });
  },
);

test("REACH-13 a forward may lead to a service like music, and an unknown number is 404", async () => {
  const { office, alice } = await people();
  office.directory.change("bob", { forward: "*86" });
  const music = alice.call("102");
  expect(await music.until("talking")).toBe("talking");
  office.directory.change("bob", { forward: "199" });
  expect(await outcome(alice, "102")).toBe("404");
  await expectNothingLeft(office, music);
});

test("REACH-14 a transfer or a redirect to a person with a forward goes where it leads", async () => {
  const { office, alice, bob, dave } = await people();
  office.directory.change("carol", { forward: "104" });
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  await out.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  const first = await dave.incoming();
  await first.answer();
  await settle();
  expect(office.talkTogether(first, incoming)).toBe(true);
  office.directory.change("carol", { forward: "101" });
  expect(
    await office.system.commands.redirect({ by: "bob", legIds: [office.legOf(incoming)], to: "103" }),
  ).toMatchObject({ ok: true });
  const second = await alice.incoming();
  await second.answer();
  await settle();
  expect(office.talkTogether(second, incoming)).toBe(true);
  await expectNothingLeft(office, incoming);
});

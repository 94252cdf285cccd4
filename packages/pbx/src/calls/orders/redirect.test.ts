import { header } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../../test/office.ts";

const LOT = { id: "main", name: "Main lot", extension: "700", firstSlot: 701, lastSlot: 703, timeoutSeconds: 60 };

interface House {
  readonly office: Office;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
  /** Alice's and Bob's ends of their call. */
  readonly alice: PhoneCall;
  readonly bob: PhoneCall;
  readonly phones: { readonly alice: SipPhone; readonly bob: SipPhone };
}

async function house(): Promise<House> {
  const office = createOffice({ noAnswerMs: 20_000 });
  office.directory.addLot(LOT);
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const [carol, dave] = [await office.registered("carol"), await office.registered("dave")];
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  return { office, carol, dave, alice: out, bob: incoming, phones: { alice, bob } };
}

/** Dave, the receptionist, gives the command. */
async function redirect(office: Office, to: string, ...calls: readonly PhoneCall[]): Promise<string> {
  const legIds = calls.map((call) => office.legOf(call));
  const outcome = await office.system.commands.redirect({ by: "dave", legIds, to });
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(200_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.system.snapshot().parked).toEqual([]);
  expect(office.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

test.each(["alice", "bob"] as const)(
  "XFER-20 a third person moves %s's leg: it hears ring-back, the far end silence, and the far end is hung up on the answer",
  async (moved) => {
    const { office, carol, ...ends } = await house();
    const [goes, stays] = moved === "alice" ? [ends.alice, ends.bob] : [ends.bob, ends.alice];
    expect(await redirect(office, "103", goes)).toBe("done");
    const target = await carol.incoming();
    expect([office.heardBy(goes), office.heardBy(stays)]).toEqual(["ringback", "silence"]);
    expect(target.invite && header(target.invite, "Referred-By")).toContain("104");
    expect(target.invite?.from.displayName).toBe(moved === "alice" ? "Alice Archer" : "Bob Brandt");
    await target.answer();
    await stays.until("ended");
    await settle();
    expect(office.talkTogether(goes, target)).toBe(true);
    await expectNothingLeft(office, target);
  },
);

test.each([486, 603])("XFER-21 a target that refuses with %i sends the leg back to its far end", async (status) => {
  const { office, carol, alice, bob } = await house();
  await redirect(office, "103", alice);
  (await carol.incoming()).reject(status);
  await settle();
  expect(office.talkTogether(alice, bob)).toBe(true);
  await expectNothingLeft(office, alice);
});

test("XFER-21 if the far end has hung up meanwhile, the person who gave the command is rung", async () => {
  const { office, carol, dave, alice, bob } = await house();
  await redirect(office, "103", alice);
  const target = await carol.incoming();
  bob.hangUp();
  await settle();
  target.reject(486);
  const back = await dave.incoming();
  await back.answer();
  await settle();
  expect(office.talkTogether(alice, back)).toBe(true);
  await expectNothingLeft(office, alice);
});

test("XFER-22 both legs of a call go to a service together, and neither is hung up", async () => {
  const { office, alice, bob } = await house();
  expect(await redirect(office, "*86", alice, bob)).toBe("done");
  expect([alice.state, bob.state]).toEqual(["talking", "talking"]);
  expect([office.heardBy(alice), office.heardBy(bob)]).toEqual(["music", "music"]);
  expect(office.records).toMatchObject([{ endReason: "moved", disposition: "answered" }]);
  await expectNothingLeft(office, alice, bob);
});

test("XFER-22 of several legs the far ends left behind are hung up immediately", async () => {
  const { office, carol, dave, alice, bob } = await house();
  const second = await office.talk(carol, "104", dave);
  expect(await redirect(office, "*86", alice, second.out)).toBe("done");
  expect([alice.state, second.out.state]).toEqual(["talking", "talking"]);
  expect([bob.state, second.in.state]).toEqual(["ended", "ended"]);
  await expectNothingLeft(office, alice, second.out);
});

test("XFER-23 a leg that is alone with a service moves, and returns to it if the call reaches no one", async () => {
  const { office, carol, alice, bob } = await house();
  await redirect(office, "*86", alice, bob);
  expect(await redirect(office, "103", alice)).toBe("done");
  const target = await carol.incoming();
  expect(office.heardBy(alice)).toBe("ringback");
  target.reject(486);
  await settle();
  expect([alice.state, office.heardBy(alice)]).toEqual(["talking", "music"]);
  await expectNothingLeft(office, alice, bob);
});

test("XFER-24 an impossible command is refused, and every leg stays where it is", async () => {
  const { office, carol, alice, bob } = await house();
  office.directory.change("carol", { callLimit: 0 });
  const outcomes = [
    await redirect(office, "199", alice),
    await redirect(office, "+16045559999", alice),
    await redirect(office, "105", alice),
    await redirect(office, "103", alice),
    await redirect(office, "104", alice, bob),
    await redirect(office, "701", alice, bob),
  ];
  expect(outcomes).toEqual(["unknownNumber", "unknownNumber", "notRegistered", "limit", "wrongState", "wrongState"]);
  office.directory.setNumber("600", { kind: "queue", id: "7", name: "Support" });
  expect(await redirect(office, "600", alice)).toBe("unavailable");
  const { redirect: order } = office.system.commands;
  expect(await order({ by: "dave", legIds: ["nobody"], to: "103" })).toEqual({ ok: false, why: "unknownLeg" });
  expect(await order({ by: "dave", legIds: [], to: "103" })).toEqual({ ok: false, why: "unknownLeg" });
  expect(await order({ by: "mallory", legIds: [office.legOf(alice)], to: "104" })).toEqual({
    ok: false,
    why: "unavailable",
  });
  expect(office.talkTogether(alice, bob)).toBe(true);
  expect(carol.calls).toEqual([]);
  await expectNothingLeft(office, alice);
});

test("XFER-25 a leg that waits while its far end is being moved is wrongState", async () => {
  const { office, carol, alice, bob } = await house();
  await redirect(office, "103", alice);
  await carol.incoming();
  expect(await redirect(office, "*86", bob)).toBe("wrongState");
  await expectNothingLeft(office, alice, bob);
});

test.each(["caller", "callee"])("XFER-26 a ringing call, named by the %s's leg, is sent elsewhere", async (side) => {
  const { office, carol, dave, alice } = await house();
  alice.hangUp();
  const out = dave.call("103");
  const first = await carol.incoming();
  await out.until("ringing");
  office.directory.change("carol", { callWaiting: false });
  expect(await redirect(office, "102", side === "caller" ? out : first)).toBe("done");
  expect(first.state).toBe("ended");
  expect(office.system.snapshot().calls).toMatchObject([
    { state: "ringing", caller: { number: "104" }, callee: { number: "102" }, dialledNumber: "103" },
  ]);
  // The person who was rung before is free.
  const other = dave.call("103");
  expect(await other.until("ringing")).toBe("ringing");
  other.hangUp();
  expect(out.statuses).toEqual([180]);
  await expectNothingLeft(office, out);
});

test("XFER-26 it is answered or parked at the target; if the target refuses, the caller gets the refusal", async () => {
  const { office, carol, dave, alice, phones } = await house();
  alice.hangUp();
  const answered = dave.call("103");
  await redirect(office, "102", await carol.incoming());
  const target = await phones.bob.incoming();
  await target.answer();
  await answered.until("talking");
  await settle();
  expect(office.talkTogether(answered, target)).toBe(true);
  const parked = carol.call("101");
  await redirect(office, "702", await phones.alice.incoming());
  expect([await parked.until("talking"), office.heardBy(parked)]).toEqual(["talking", "music"]);
  expect(office.system.snapshot().parked).toMatchObject([{ slot: "702", parkee: { number: "103" } }]);
  const refused = phones.alice.call("103");
  await redirect(office, "104", await carol.incoming());
  (await dave.incoming()).reject(486);
  await refused.until("ended");
  expect(refused.statuses).toEqual([180, 486]);
  await expectNothingLeft(office, answered, parked);
});

test("XFER-26 a transferred party is sent on while the target rings, and comes back to the waiting party", async () => {
  const { office, carol, dave, alice, bob } = await house();
  await redirect(office, "103", alice);
  const target = await carol.incoming();
  expect(await redirect(office, "104", target)).toBe("done");
  (await dave.incoming()).reject(486);
  await settle();
  expect(target.state).toBe("ended");
  expect(office.talkTogether(alice, bob)).toBe(true);
  await expectNothingLeft(office, alice);
});

test("PARK-7 redirect to the lot parks in the first free slot, with the person who gave the command as parker", async () => {
  const { office, dave, alice, bob } = await house();
  expect(await redirect(office, "700", alice)).toBe("done");
  expect([alice.state, bob.state, office.heardBy(alice)]).toEqual(["talking", "ended", "music"]);
  expect(office.system.snapshot().parked).toMatchObject([
    { slot: "701", parkee: { number: "101" }, parker: { number: "104" } },
  ]);
  await office.clock.advance(60_000);
  const back = await dave.incoming();
  await back.answer();
  await settle();
  expect(office.talkTogether(alice, back)).toBe(true);
  await expectNothingLeft(office, alice);
});

test("PARK-7 redirect or transfer to a free slot parks in that slot; a taken one is refused", async () => {
  const { office, carol, dave, alice } = await house();
  expect(await redirect(office, "703", alice)).toBe("done");
  expect(office.system.snapshot().parked).toMatchObject([{ slot: "703" }]);
  const second = await office.talk(carol, "104", dave);
  expect(await redirect(office, "703", second.out)).toBe("wrongState");
  await second.in.request("REFER", { headers: [["Refer-To", "<sip:703@demo>"]] });
  await settle();
  expect(office.talkTogether(second.out, second.in)).toBe(true);
  const notify = second.in.requests.findLast(({ method }) => method === "NOTIFY");
  expect(notify?.body).toContain("486 Slot is taken");
  await second.in.request("REFER", { headers: [["Refer-To", "<sip:702@demo>"]] });
  await settle();
  expect(office.system.snapshot().parked.map(({ slot, parker }) => [slot, parker.number])).toEqual([
    ["703", "104"],
    ["702", "104"],
  ]);
  await expectNothingLeft(office, alice, second.out);
});

test("PARK-7 a full lot is wrongState", async () => {
  const { office, carol, dave, alice, bob } = await house();
  office.directory.addLot({ ...LOT, id: "tiny", extension: "710", firstSlot: 711, lastSlot: 711 });
  const second = await office.talk(carol, "104", dave);
  expect(await redirect(office, "710", alice)).toBe("done");
  expect(await redirect(office, "710", second.out)).toBe("wrongState");
  expect(bob.state).toBe("ended");
  await expectNothingLeft(office, alice, second.out);
});

test("PARK-8 a parked caller moves to another slot, with the same parker and time", async () => {
  const { office, dave, alice, bob } = await house();
  await bob.request("REFER", { headers: [["Refer-To", "<sip:700@demo>"]] });
  await settle();
  const [before] = office.system.snapshot().parked;
  await office.clock.advance(30_000);
  expect(await redirect(office, "703", alice)).toBe("done");
  expect(office.eventsOf("parkingSwapped")).toMatchObject([
    {
      parked: { slot: "703", parker: { number: "102" }, timeoutAt: before?.timeoutAt },
      before,
      call: { callee: { number: "703" } },
    },
  ]);
  expect(office.system.snapshot().parked).toMatchObject([{ slot: "703" }]);
  expect(office.heardBy(alice)).toBe("music");
  const taken = dave.call("703");
  await taken.until("talking");
  await settle();
  expect(office.talkTogether(alice, taken)).toBe(true);
  expect(office.eventsOf("parked")).toHaveLength(1);
  await expectNothingLeft(office, taken);
});

test("PARK-9 a parked caller who is sent to a person and not answered is back in the slot, for the same parker", async () => {
  const { office, carol, alice } = await house();
  await redirect(office, "702", alice);
  expect(await redirect(office, "103", alice)).toBe("done");
  const target = await carol.incoming();
  expect(office.eventsOf("unparked")).toHaveLength(1);
  expect(office.system.snapshot().parked).toEqual([]);
  target.reject(486);
  await settle();
  expect(office.system.snapshot().parked).toMatchObject([{ slot: "702", parker: { number: "104" } }]);
  await redirect(office, "103", alice);
  const again = await carol.incoming();
  await again.answer();
  await settle();
  expect(office.talkTogether(alice, again)).toBe(true);
  await expectNothingLeft(office, alice);
});

test("PARK-9 if the slot is taken by then, the caller is parked in the lot", async () => {
  const { office, carol, dave, alice } = await house();
  const second = await office.talk(carol, "104", dave);
  await redirect(office, "702", alice);
  await redirect(office, "103", alice);
  const target = await carol.incoming();
  expect(await redirect(office, "702", second.in)).toBe("done");
  target.reject(486);
  await settle();
  expect(office.system.snapshot().parked.map(({ slot, parkee }) => [slot, parkee.number])).toEqual([
    ["702", "104"],
    ["701", "101"],
  ]);
  await expectNothingLeft(office, alice, second.in);
});

import { header } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

const LOT = { id: "main", name: "Main lot", extension: "700", firstSlot: 701, lastSlot: 703, timeoutSeconds: 60 };

interface Office {
  readonly pbx: TestPbx;
  readonly carol: SipPhone;
  readonly dave: SipPhone;
  /** Alice's and Bob's ends of their call. */
  readonly alice: PhoneCall;
  readonly bob: PhoneCall;
  readonly phones: { readonly alice: SipPhone; readonly bob: SipPhone };
}

async function office(): Promise<Office> {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  pbx.directory.addLot(LOT);
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const [carol, dave] = [await pbx.registered("carol"), await pbx.registered("dave")];
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  return { pbx, carol, dave, alice: out, bob: incoming, phones: { alice, bob } };
}

/** Dave, the receptionist, gives the command. */
async function redirect(pbx: TestPbx, to: string, ...calls: readonly PhoneCall[]): Promise<string> {
  const legIds = calls.map((call) => pbx.legOf(call));
  const outcome = await pbx.system.commands.redirect({ by: "dave", legIds, to });
  await settle();
  return outcome.ok ? "done" : outcome.why;
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(200_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.system.snapshot().parked).toEqual([]);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

test.each(["alice", "bob"] as const)(
  "XFER-20 a third person moves %s's leg: it hears ring-back, the far end silence, and the far end is hung up on the answer",
  async (moved) => {
    const { pbx, carol, ...ends } = await office();
    const [goes, stays] = moved === "alice" ? [ends.alice, ends.bob] : [ends.bob, ends.alice];
    expect(await redirect(pbx, "103", goes)).toBe("done");
    const target = await carol.incoming();
    expect([pbx.heardBy(goes), pbx.heardBy(stays)]).toEqual(["ringback", "silence"]);
    expect(target.invite && header(target.invite, "Referred-By")).toContain("104");
    expect(target.invite?.from.displayName).toBe(moved === "alice" ? "Alice Archer" : "Bob Brandt");
    await target.answer();
    await stays.until("ended");
    await settle();
    expect(pbx.talkTogether(goes, target)).toBe(true);
    await expectNothingLeft(pbx, target);
  },
);

test.each([486, 603])("XFER-21 a target that refuses with %i sends the leg back to its far end", async (status) => {
  const { pbx, carol, alice, bob } = await office();
  await redirect(pbx, "103", alice);
  (await carol.incoming()).reject(status);
  await settle();
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  await expectNothingLeft(pbx, alice);
});

test("XFER-21 if the far end has hung up meanwhile, the person who gave the command is rung", async () => {
  const { pbx, carol, dave, alice, bob } = await office();
  await redirect(pbx, "103", alice);
  const target = await carol.incoming();
  bob.hangUp();
  await settle();
  target.reject(486);
  const back = await dave.incoming();
  await back.answer();
  await settle();
  expect(pbx.talkTogether(alice, back)).toBe(true);
  await expectNothingLeft(pbx, alice);
});

test("XFER-22 both legs of a call go to a service together, and neither is hung up", async () => {
  const { pbx, alice, bob } = await office();
  expect(await redirect(pbx, "*86", alice, bob)).toBe("done");
  expect([alice.state, bob.state]).toEqual(["talking", "talking"]);
  expect([pbx.heardBy(alice), pbx.heardBy(bob)]).toEqual(["music", "music"]);
  expect(pbx.records).toMatchObject([{ endReason: "moved", disposition: "answered" }]);
  await expectNothingLeft(pbx, alice, bob);
});

test("XFER-22 of several legs the far ends left behind are hung up immediately", async () => {
  const { pbx, carol, dave, alice, bob } = await office();
  const second = await pbx.talk(carol, "104", dave);
  expect(await redirect(pbx, "*86", alice, second.out)).toBe("done");
  expect([alice.state, second.out.state]).toEqual(["talking", "talking"]);
  expect([bob.state, second.in.state]).toEqual(["ended", "ended"]);
  await expectNothingLeft(pbx, alice, second.out);
});

test("XFER-23 a leg that is alone with a service moves, and returns to it if the call reaches no one", async () => {
  const { pbx, carol, alice, bob } = await office();
  await redirect(pbx, "*86", alice, bob);
  expect(await redirect(pbx, "103", alice)).toBe("done");
  const target = await carol.incoming();
  expect(pbx.heardBy(alice)).toBe("ringback");
  target.reject(486);
  await settle();
  expect([alice.state, pbx.heardBy(alice)]).toEqual(["talking", "music"]);
  await expectNothingLeft(pbx, alice, bob);
});

test("XFER-24 an impossible command is refused, and every leg stays where it is", async () => {
  const { pbx, carol, alice, bob } = await office();
  pbx.directory.change("carol", { callLimit: 0 });
  const outcomes = [
    await redirect(pbx, "199", alice),
    await redirect(pbx, "+16045559999", alice),
    await redirect(pbx, "105", alice),
    await redirect(pbx, "103", alice),
    await redirect(pbx, "104", alice, bob),
    await redirect(pbx, "701", alice, bob),
  ];
  expect(outcomes).toEqual(["unknownNumber", "unknownNumber", "notRegistered", "limit", "wrongState", "wrongState"]);
  pbx.directory.setNumber("600", { kind: "queue", id: "7", name: "Support" });
  expect(await redirect(pbx, "600", alice)).toBe("unavailable");
  const { redirect: order } = pbx.system.commands;
  expect(await order({ by: "dave", legIds: ["nobody"], to: "103" })).toEqual({ ok: false, why: "unknownLeg" });
  expect(await order({ by: "dave", legIds: [], to: "103" })).toEqual({ ok: false, why: "unknownLeg" });
  expect(await order({ by: "mallory", legIds: [pbx.legOf(alice)], to: "104" })).toEqual({
    ok: false,
    why: "unavailable",
  });
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  expect(carol.calls).toEqual([]);
  await expectNothingLeft(pbx, alice);
});

test("XFER-25 a leg that waits while its far end is being moved is wrongState", async () => {
  const { pbx, carol, alice, bob } = await office();
  await redirect(pbx, "103", alice);
  await carol.incoming();
  expect(await redirect(pbx, "*86", bob)).toBe("wrongState");
  await expectNothingLeft(pbx, alice, bob);
});

test.each(["caller", "callee"])("XFER-26 a ringing call, named by the %s's leg, is sent elsewhere", async (side) => {
  const { pbx, carol, dave, alice } = await office();
  alice.hangUp();
  const out = dave.call("103");
  const first = await carol.incoming();
  await out.until("ringing");
  pbx.directory.change("carol", { callWaiting: false });
  expect(await redirect(pbx, "102", side === "caller" ? out : first)).toBe("done");
  expect(first.state).toBe("ended");
  expect(pbx.system.snapshot().calls).toMatchObject([
    { state: "ringing", caller: { number: "104" }, callee: { number: "102" }, dialledNumber: "103" },
  ]);
  // The person who was rung before is free.
  const other = dave.call("103");
  expect(await other.until("ringing")).toBe("ringing");
  other.hangUp();
  expect(out.statuses).toEqual([180]);
  await expectNothingLeft(pbx, out);
});

test("XFER-26 it is answered or parked at the target; if the target refuses, the caller gets the refusal", async () => {
  const { pbx, carol, dave, alice, phones } = await office();
  alice.hangUp();
  const answered = dave.call("103");
  await redirect(pbx, "102", await carol.incoming());
  const target = await phones.bob.incoming();
  await target.answer();
  await answered.until("talking");
  await settle();
  expect(pbx.talkTogether(answered, target)).toBe(true);
  const parked = carol.call("101");
  await redirect(pbx, "702", await phones.alice.incoming());
  expect([await parked.until("talking"), pbx.heardBy(parked)]).toEqual(["talking", "music"]);
  expect(pbx.system.snapshot().parked).toMatchObject([{ slot: "702", parkee: { number: "103" } }]);
  const refused = phones.alice.call("103");
  await redirect(pbx, "104", await carol.incoming());
  (await dave.incoming()).reject(486);
  await refused.until("ended");
  expect(refused.statuses).toEqual([180, 486]);
  await expectNothingLeft(pbx, answered, parked);
});

test("XFER-26 a transferred party is sent on while the target rings, and comes back to the waiting party", async () => {
  const { pbx, carol, dave, alice, bob } = await office();
  await redirect(pbx, "103", alice);
  const target = await carol.incoming();
  expect(await redirect(pbx, "104", target)).toBe("done");
  (await dave.incoming()).reject(486);
  await settle();
  expect(target.state).toBe("ended");
  expect(pbx.talkTogether(alice, bob)).toBe(true);
  await expectNothingLeft(pbx, alice);
});

test("PARK-7 redirect to the lot parks in the first free slot, with the person who gave the command as parker", async () => {
  const { pbx, dave, alice, bob } = await office();
  expect(await redirect(pbx, "700", alice)).toBe("done");
  expect([alice.state, bob.state, pbx.heardBy(alice)]).toEqual(["talking", "ended", "music"]);
  expect(pbx.system.snapshot().parked).toMatchObject([
    { slot: "701", parkee: { number: "101" }, parker: { number: "104" } },
  ]);
  await pbx.clock.advance(60_000);
  const back = await dave.incoming();
  await back.answer();
  await settle();
  expect(pbx.talkTogether(alice, back)).toBe(true);
  await expectNothingLeft(pbx, alice);
});

test("PARK-7 redirect or transfer to a free slot parks in that slot; a taken one is refused", async () => {
  const { pbx, carol, dave, alice } = await office();
  expect(await redirect(pbx, "703", alice)).toBe("done");
  expect(pbx.system.snapshot().parked).toMatchObject([{ slot: "703" }]);
  const second = await pbx.talk(carol, "104", dave);
  expect(await redirect(pbx, "703", second.out)).toBe("wrongState");
  await second.in.request("REFER", { headers: [["Refer-To", "<sip:703@demo>"]] });
  await settle();
  expect(pbx.talkTogether(second.out, second.in)).toBe(true);
  const notify = second.in.requests.findLast(({ method }) => method === "NOTIFY");
  expect(notify?.body).toContain("486 Slot is taken");
  await second.in.request("REFER", { headers: [["Refer-To", "<sip:702@demo>"]] });
  await settle();
  expect(pbx.system.snapshot().parked.map(({ slot, parker }) => [slot, parker.number])).toEqual([
    ["703", "104"],
    ["702", "104"],
  ]);
  await expectNothingLeft(pbx, alice, second.out);
});

test("PARK-7 a full lot is wrongState", async () => {
  const { pbx, carol, dave, alice, bob } = await office();
  pbx.directory.addLot({ ...LOT, id: "tiny", extension: "710", firstSlot: 711, lastSlot: 711 });
  const second = await pbx.talk(carol, "104", dave);
  expect(await redirect(pbx, "710", alice)).toBe("done");
  expect(await redirect(pbx, "710", second.out)).toBe("wrongState");
  expect(bob.state).toBe("ended");
  await expectNothingLeft(pbx, alice, second.out);
});

test("PARK-8 a parked caller moves to another slot, with the same parker and time", async () => {
  const { pbx, dave, alice, bob } = await office();
  await bob.request("REFER", { headers: [["Refer-To", "<sip:700@demo>"]] });
  await settle();
  const [before] = pbx.system.snapshot().parked;
  await pbx.clock.advance(30_000);
  expect(await redirect(pbx, "703", alice)).toBe("done");
  expect(pbx.eventsOf("parkingSwapped")).toMatchObject([
    {
      parked: { slot: "703", parker: { number: "102" }, timeoutAt: before?.timeoutAt },
      before,
      call: { callee: { number: "703" } },
    },
  ]);
  expect(pbx.system.snapshot().parked).toMatchObject([{ slot: "703" }]);
  expect(pbx.heardBy(alice)).toBe("music");
  const taken = dave.call("703");
  await taken.until("talking");
  await settle();
  expect(pbx.talkTogether(alice, taken)).toBe(true);
  expect(pbx.eventsOf("parked")).toHaveLength(1);
  await expectNothingLeft(pbx, taken);
});

test("PARK-9 a parked caller who is sent to a person and not answered is back in the slot, for the same parker", async () => {
  const { pbx, carol, alice } = await office();
  await redirect(pbx, "702", alice);
  expect(await redirect(pbx, "103", alice)).toBe("done");
  const target = await carol.incoming();
  expect(pbx.eventsOf("unparked")).toHaveLength(1);
  expect(pbx.system.snapshot().parked).toEqual([]);
  target.reject(486);
  await settle();
  expect(pbx.system.snapshot().parked).toMatchObject([{ slot: "702", parker: { number: "104" } }]);
  await redirect(pbx, "103", alice);
  const again = await carol.incoming();
  await again.answer();
  await settle();
  expect(pbx.talkTogether(alice, again)).toBe(true);
  await expectNothingLeft(pbx, alice);
});

test("PARK-9 if the slot is taken by then, the caller is parked in the lot", async () => {
  const { pbx, carol, dave, alice } = await office();
  const second = await pbx.talk(carol, "104", dave);
  await redirect(pbx, "702", alice);
  await redirect(pbx, "103", alice);
  const target = await carol.incoming();
  expect(await redirect(pbx, "702", second.in)).toBe("done");
  target.reject(486);
  await settle();
  expect(pbx.system.snapshot().parked.map(({ slot, parkee }) => [slot, parkee.number])).toEqual([
    ["702", "104"],
    ["701", "101"],
  ]);
  await expectNothingLeft(pbx, alice, second.in);
});

import { header } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOffice, NOTHING_LEFT, type Office } from "../../test/office.ts";

const LOT = { id: "main", name: "Main lot", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 60 };

interface House {
  readonly office: Office;
  readonly carol: SipPhone;
  readonly alice: PhoneCall;
  readonly bob: PhoneCall;
  readonly phones: { readonly alice: SipPhone; readonly bob: SipPhone };
}

async function house(): Promise<House> {
  const office = createOffice({ noAnswerMs: 20_000 });
  office.directory.addLot(LOT);
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const carol = await office.registered("carol");
  const { out, in: incoming } = await office.talk(alice, "102", bob);
  return { office, carol, alice: out, bob: incoming, phones: { alice, bob } };
}

/** The page of `name` is reloaded: a new phone names the dialog of the old one. */
async function comeBack(office: Office, name: string, old: PhoneCall, held = false): Promise<PhoneCall> {
  const phone = await office.registered(name);
  const call = phone.call("anyone", {
    headers: [["Replaces", old.replaces()]],
    ...(held ? { description: { direction: "sendonly" } } : {}),
  });
  await call.until("talking");
  await settle();
  return call;
}

async function refer(call: PhoneCall, number: string): Promise<void> {
  await call.request("REFER", { headers: [["Refer-To", `<sip:${number}@demo>`]] });
  await settle();
}

async function expectNothingLeft(office: Office, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await office.clock.advance(200_000);
  expect(office.leftovers()).toEqual(NOTHING_LEFT);
  expect(office.system.snapshot().parked).toEqual([]);
  expect(office.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

test("CALL-70 a leg with a dead socket is replaced: the call stays, events have the new leg, and its phone gets its far end", async () => {
  const { office, alice, bob, phones } = await house();
  phones.alice.cut();
  await office.clock.advance(80_000);
  const back = await comeBack(office, "alice", alice);
  expect(back.response && header(back.response, "P-Asserted-Identity")).toContain("Bob Brandt");
  expect(office.eventsOf("legReattached")).toMatchObject([
    { legId: office.legOf(back), call: { legs: [{ sipCallId: back.dialog?.callId, detached: false }, {}] } },
  ]);
  await office.clock.advance(120_000);
  expect(office.talkTogether(back, bob)).toBe(true);
  expect(office.records).toEqual([]);
  await expectNothingLeft(office, back);
  expect(office.records).toMatchObject([{ from: { number: "101" }, endedBy: "caller", disposition: "answered" }]);
});

test("CALL-71 a person who held the other and comes back without hold is shown as resumed; with hold the call is still on hold", async () => {
  const { office, alice, bob } = await house();
  await alice.hold();
  const second = await comeBack(office, "alice", alice, true);
  expect([office.heardBy(bob), office.eventsOf("callResumed").length]).toEqual(["music", 0]);
  expect(office.system.snapshot().calls[0]?.legs[0]).toMatchObject({ held: true });
  const third = await comeBack(office, "alice", second);
  expect(office.talkTogether(third, bob)).toBe(true);
  expect([office.eventsOf("callHeld").length, office.eventsOf("callResumed").length]).toEqual([1, 1]);
  await expectNothingLeft(office, third);
});

test("CALL-71 a person on hold who comes back is still on hold", async () => {
  const { office, alice, bob } = await house();
  await bob.hold();
  const back = await comeBack(office, "alice", alice);
  expect(office.heardBy(back)).toBe("music");
  await bob.unhold();
  expect(office.talkTogether(back, bob)).toBe(true);
  await expectNothingLeft(office, back);
});

test("CALL-72 a parked person who comes back is still in the slot, and can be retrieved from there", async () => {
  const { office, carol, alice, bob } = await house();
  await refer(bob, "701");
  const back = await comeBack(office, "alice", alice);
  expect([office.heardBy(back), alice.state]).toEqual(["music", "ended"]);
  expect(office.system.snapshot().parked).toMatchObject([{ slot: "701" }]);
  const taken = carol.call("701");
  await taken.until("talking");
  await settle();
  expect(office.talkTogether(back, taken)).toBe(true);
  await expectNothingLeft(office, back);
});

test("CALL-72 and returns to the parker after the parking time", async () => {
  const { office, alice, bob, phones } = await house();
  await refer(bob, "701");
  const back = await comeBack(office, "alice", alice);
  await office.clock.advance(60_000);
  const again = await phones.bob.incoming();
  await again.answer();
  await settle();
  expect(office.talkTogether(back, again)).toBe(true);
  await expectNothingLeft(office, back);
});

test("CALL-72 a member of a room who comes back is in it before the old leg leaves, and is heard", async () => {
  const { office, carol, alice, bob } = await house();
  office.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  const legIds = [alice, bob].map((call) => office.legOf(call));
  await office.system.commands.redirect({ by: "carol", legIds, to: "800" });
  await settle();
  const back = await comeBack(office, "alice", alice);
  const mixedFor = (call: PhoneCall): readonly string[] => {
    const source = office.media.portOf(call.remoteSdp).hearsNow;
    return source.kind === "mix" ? source.ports.map(({ id }) => id) : [];
  };
  expect(mixedFor(bob)).toEqual([office.media.portOf(back.remoteSdp).id]);
  expect(mixedFor(back)).toEqual([office.media.portOf(bob.remoteSdp).id]);
  expect(office.system.snapshot().rooms).toMatchObject([{ members: [{ party: { number: "102" } }, {}] }]);
  bob.hangUp();
  await settle();
  const again = await comeBack(office, "alice", back);
  const rooms = office.events.flatMap(({ kind }) => (kind.startsWith("room") ? [kind] : []));
  expect(rooms.slice(-2)).toEqual(["roomJoined", "roomLeft"]);
  expect(office.heardBy(again)).toBe("music");
  expect(carol.calls).toEqual([]);
  await expectNothingLeft(office, again);
});

test("CALL-73 a transferred party who comes back while the target rings hears ring-back, and then the target", async () => {
  const { office, carol, alice, bob } = await house();
  await refer(bob, "103");
  const target = await carol.incoming();
  const back = await comeBack(office, "alice", alice);
  expect(office.heardBy(back)).toBe("ringback");
  await target.answer();
  await bob.until("ended");
  await settle();
  expect(office.talkTogether(back, target)).toBe(true);
  await expectNothingLeft(office, back);
});

test.each(["the transferred party", "the referrer", "both"])(
  "CALL-73 where %s came back and the target refuses, the two are connected again",
  async (who) => {
    const { office, carol, ...ends } = await house();
    await refer(ends.bob, "103");
    const target = await carol.incoming();
    const alice = who === "the referrer" ? ends.alice : await comeBack(office, "alice", ends.alice);
    const bob = who === "the transferred party" ? ends.bob : await comeBack(office, "bob", ends.bob);
    expect(office.heardBy(bob)).toBe("silence");
    target.reject(486);
    await settle();
    expect(office.talkTogether(alice, bob)).toBe(true);
    await expectNothingLeft(office, alice);
  },
);

test("CALL-74 a ringing phone is answered on another phone of the same person by naming its dialog", async () => {
  const office = createOffice();
  const [alice, bob, desk] = [
    await office.registered("alice"),
    await office.registered("bob"),
    await office.registered("bob"),
  ];
  const out = alice.call("102");
  const [ringing, other] = [await bob.incoming(), await desk.incoming()];
  await out.until("ringing");
  const here = await comeBack(office, "bob", ringing);
  expect(office.talkTogether(out, here)).toBe(true);
  expect([ringing.state, other.state]).toEqual(["ended", "ended"]);
  expect(here.response && header(here.response, "P-Asserted-Identity")).toContain("Alice Archer");
  await expectNothingLeft(office, out);
  expect(office.records).toMatchObject([{ to: { number: "102" }, disposition: "answered" }]);
});

test("CALL-74 a call of one's own that rings elsewhere is not replaced: 481, and it goes on ringing", async () => {
  const office = createOffice();
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const out = alice.call("102");
  const ringing = await bob.incoming();
  await out.until("ringing");
  const early = out.response;
  const tags = `to-tag=${early?.to.params.get("tag")};from-tag=${out.invite?.from.params.get("tag")}`;
  const laptop = await office.registered("alice");
  const refused = laptop.call("102", { headers: [["Replaces", `${out.invite?.callId};${tags}`]] });
  await refused.until("ended");
  expect([refused.statuses, ringing.state]).toEqual([[481], "ringing"]);
  await expectNothingLeft(office, out);
});

test("CALL-77 a ringing phone rings again after a reload, and can answer", async () => {
  const office = createOffice();
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const out = alice.call("102");
  await bob.incoming();
  bob.cut();
  await office.clock.advance(5_000);
  expect(out.state).toBe("ringing");
  const page = await office.registered("bob");
  const again = await page.incoming();
  expect(again.invite?.from.displayName).toBe("Alice Archer");
  await office.clock.advance(5_000);
  await again.answer();
  await out.until("talking");
  await settle();
  expect(office.talkTogether(out, again)).toBe(true);
  expect(out.statuses).toEqual([180, 200]);
  await expectNothingLeft(office, out);
});

test("CALL-77 a further phone that registers while its owner is rung rings too; the first to answer gets the call", async () => {
  const office = createOffice();
  const [alice, bob] = [await office.registered("alice"), await office.registered("bob")];
  const out = alice.call("102");
  const first = await bob.incoming();
  const second = await (await office.registered("bob")).incoming();
  await bob.register();
  await office.registered("carol");
  await first.answer();
  await out.until("talking");
  await settle();
  expect([second.state, bob.calls.length]).toEqual(["ended", 1]);
  expect(office.talkTogether(out, first)).toBe(true);
  await office.registered("bob");
  expect(office.system.snapshot().calls[0]?.legs).toHaveLength(2);
  await expectNothingLeft(office, out);
});

test("CALL-77 the responses of the other phones count when the lost phone does not come back", async () => {
  const office = createOffice();
  const [alice, bob, desk] = [
    await office.registered("alice"),
    await office.registered("bob"),
    await office.registered("bob"),
  ];
  const out = alice.call("102");
  await bob.incoming();
  (await desk.incoming()).reject(486);
  bob.cut();
  await office.clock.advance(6_000);
  expect([out.state, out.statuses.at(-1)]).toEqual(["ended", 486]);
  await expectNothingLeft(office);
});

test("CALL-75 a leg that does not come back within 90 s ends the call, and the far end gets the reason", async () => {
  const { office, bob, phones } = await house();
  phones.alice.cut();
  await office.clock.advance(90_000);
  const bye = bob.requests.find(({ method }) => method === "BYE");
  expect(bye && header(bye, "Reason")).toBe('SIP;cause=480;text="connection lost"');
  await expectNothingLeft(office);
});

import { header } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

const LOT = { id: "main", name: "Main lot", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 60 };

interface Office {
  readonly pbx: TestPbx;
  readonly carol: SipPhone;
  readonly alice: PhoneCall;
  readonly bob: PhoneCall;
  readonly phones: { readonly alice: SipPhone; readonly bob: SipPhone };
}

async function office(): Promise<Office> {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  pbx.directory.addLot(LOT);
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const carol = await pbx.registered("carol");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  return { pbx, carol, alice: out, bob: incoming, phones: { alice, bob } };
}

/** The page of `name` is reloaded: a new phone names the dialog of the old one. */
async function comeBack(pbx: TestPbx, name: string, old: PhoneCall, held = false): Promise<PhoneCall> {
  const phone = await pbx.registered(name);
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

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(200_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.system.snapshot().parked).toEqual([]);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

test("CALL-70 a leg with a dead socket is replaced: the call stays, events have the new leg, and its phone gets its far end", async () => {
  const { pbx, alice, bob, phones } = await office();
  phones.alice.cut();
  await pbx.clock.advance(80_000);
  const back = await comeBack(pbx, "alice", alice);
  expect(back.response && header(back.response, "P-Asserted-Identity")).toContain("Bob Brandt");
  expect(pbx.eventsOf("legReattached")).toMatchObject([
    { legId: pbx.legOf(back), call: { legs: [{ sipCallId: back.dialog?.callId, detached: false }, {}] } },
  ]);
  await pbx.clock.advance(120_000);
  expect(pbx.talkTogether(back, bob)).toBe(true);
  expect(pbx.records).toEqual([]);
  await expectNothingLeft(pbx, back);
  expect(pbx.records).toMatchObject([{ from: { number: "101" }, endedBy: "caller", disposition: "answered" }]);
});

test("CALL-71 a person who held the other and comes back without hold is shown as resumed; with hold the call is still on hold", async () => {
  const { pbx, alice, bob } = await office();
  await alice.hold();
  const second = await comeBack(pbx, "alice", alice, true);
  expect([pbx.heardBy(bob), pbx.eventsOf("callResumed").length]).toEqual(["music", 0]);
  expect(pbx.system.snapshot().calls[0]?.legs[0]).toMatchObject({ held: true });
  expect(pbx.eventsOf("legReattached").at(-1)?.call.legs[0]).toMatchObject({ held: true });
  const third = await comeBack(pbx, "alice", second);
  expect(pbx.talkTogether(third, bob)).toBe(true);
  expect([pbx.eventsOf("callHeld").length, pbx.eventsOf("callResumed").length]).toEqual([1, 1]);
  await expectNothingLeft(pbx, third);
});

test("CALL-71 a person on hold who comes back is still on hold", async () => {
  const { pbx, alice, bob } = await office();
  await bob.hold();
  const back = await comeBack(pbx, "alice", alice);
  expect(pbx.heardBy(back)).toBe("music");
  await bob.unhold();
  expect(pbx.talkTogether(back, bob)).toBe(true);
  await expectNothingLeft(pbx, back);
});

test("CALL-72 a parked person who comes back is still in the slot, and can be retrieved from there", async () => {
  const { pbx, carol, alice, bob } = await office();
  await refer(bob, "701");
  const back = await comeBack(pbx, "alice", alice);
  expect([pbx.heardBy(back), alice.state]).toEqual(["music", "ended"]);
  expect(pbx.system.snapshot().parked).toMatchObject([{ slot: "701" }]);
  const taken = carol.call("701");
  await taken.until("talking");
  await settle();
  expect(pbx.talkTogether(back, taken)).toBe(true);
  await expectNothingLeft(pbx, back);
});

test("CALL-72 and returns to the parker after the parking time", async () => {
  const { pbx, alice, bob, phones } = await office();
  await refer(bob, "701");
  const back = await comeBack(pbx, "alice", alice);
  await pbx.clock.advance(60_000);
  const again = await phones.bob.incoming();
  await again.answer();
  await settle();
  expect(pbx.talkTogether(back, again)).toBe(true);
  await expectNothingLeft(pbx, back);
});

test("CALL-72 a member of a room who comes back is in it before the old leg leaves, and is heard", async () => {
  const { pbx, carol, alice, bob } = await office();
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  const legIds = [alice, bob].map((call) => pbx.legOf(call));
  await pbx.system.commands.redirect({ by: "carol", legIds, to: "800" });
  await settle();
  const back = await comeBack(pbx, "alice", alice);
  const mixedFor = (call: PhoneCall): readonly string[] => {
    const source = pbx.media.portOf(call.remoteSdp).hearsNow;
    return source.kind === "mix" ? source.ports.map(({ id }) => id) : [];
  };
  expect(mixedFor(bob)).toEqual([pbx.media.portOf(back.remoteSdp).id]);
  expect(mixedFor(back)).toEqual([pbx.media.portOf(bob.remoteSdp).id]);
  expect(pbx.system.snapshot().rooms).toMatchObject([{ members: [{ party: { number: "102" } }, {}] }]);
  bob.hangUp();
  await settle();
  const again = await comeBack(pbx, "alice", back);
  const rooms = pbx.events.flatMap(({ kind }) => (kind.startsWith("room") ? [kind] : []));
  expect(rooms.slice(-2)).toEqual(["roomJoined", "roomLeft"]);
  expect(pbx.heardBy(again)).toBe("music");
  expect(carol.calls).toEqual([]);
  await expectNothingLeft(pbx, again);
});

test("CALL-73 a transferred party who comes back while the target rings hears ring-back, and then the target", async () => {
  const { pbx, carol, alice, bob } = await office();
  await refer(bob, "103");
  const target = await carol.incoming();
  const back = await comeBack(pbx, "alice", alice);
  expect(pbx.heardBy(back)).toBe("ringback");
  await target.answer();
  await bob.until("ended");
  await settle();
  expect(pbx.talkTogether(back, target)).toBe(true);
  await expectNothingLeft(pbx, back);
});

test.each(["the transferred party", "the referrer", "both"])(
  "CALL-73 where %s came back and the target refuses, the two are connected again",
  async (who) => {
    const { pbx, carol, ...ends } = await office();
    await refer(ends.bob, "103");
    const target = await carol.incoming();
    const alice = who === "the referrer" ? ends.alice : await comeBack(pbx, "alice", ends.alice);
    const bob = who === "the transferred party" ? ends.bob : await comeBack(pbx, "bob", ends.bob);
    expect(pbx.heardBy(bob)).toBe("silence");
    target.reject(486);
    await settle();
    expect(pbx.talkTogether(alice, bob)).toBe(true);
    await expectNothingLeft(pbx, alice);
  },
);

test("CALL-74 a ringing phone is answered on another phone of the same person by naming its dialog", async () => {
  const pbx = createTestPbx();
  const [alice, bob, desk] = [await pbx.registered("alice"), await pbx.registered("bob"), await pbx.registered("bob")];
  const out = alice.call("102");
  const [ringing, other] = [await bob.incoming(), await desk.incoming()];
  await out.until("ringing");
  const here = await comeBack(pbx, "bob", ringing);
  expect(pbx.talkTogether(out, here)).toBe(true);
  expect([ringing.state, other.state]).toEqual(["ended", "ended"]);
  expect(here.response && header(here.response, "P-Asserted-Identity")).toContain("Alice Archer");
  await expectNothingLeft(pbx, out);
  expect(pbx.records).toMatchObject([{ to: { number: "102" }, disposition: "answered" }]);
});

test("CALL-74 the user's own call that rings elsewhere is not replaced: 481, and it continues to ring", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const out = alice.call("102");
  const ringing = await bob.incoming();
  await out.until("ringing");
  const early = out.response;
  const tags = `to-tag=${early?.to.params.get("tag")};from-tag=${out.invite?.from.params.get("tag")}`;
  const laptop = await pbx.registered("alice");
  const refused = laptop.call("102", { headers: [["Replaces", `${out.invite?.callId};${tags}`]] });
  await refused.until("ended");
  expect([refused.statuses, ringing.state]).toEqual([[481], "ringing"]);
  await expectNothingLeft(pbx, out);
});

test("CALL-77 a ringing phone rings again after a reload, and can answer", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const out = alice.call("102");
  await bob.incoming();
  bob.cut();
  await pbx.clock.advance(5_000);
  expect(out.state).toBe("ringing");
  const page = await pbx.registered("bob");
  const again = await page.incoming();
  expect(again.invite?.from.displayName).toBe("Alice Archer");
  await pbx.clock.advance(5_000);
  await again.answer();
  await out.until("talking");
  await settle();
  expect(pbx.talkTogether(out, again)).toBe(true);
  expect(out.statuses).toEqual([180, 200]);
  await expectNothingLeft(pbx, out);
});

test("CALL-77 a further phone that registers while its owner is rung rings too; the first to answer gets the call", async () => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const out = alice.call("102");
  const first = await bob.incoming();
  const second = await (await pbx.registered("bob")).incoming();
  await bob.register();
  await pbx.registered("carol");
  await first.answer();
  await out.until("talking");
  await settle();
  expect([second.state, bob.calls.length]).toEqual(["ended", 1]);
  expect(pbx.talkTogether(out, first)).toBe(true);
  await pbx.registered("bob");
  expect(pbx.system.snapshot().calls[0]?.legs).toHaveLength(2);
  await expectNothingLeft(pbx, out);
});

test("CALL-77 the responses of the other phones count when the lost phone does not come back", async () => {
  const pbx = createTestPbx();
  const [alice, bob, desk] = [await pbx.registered("alice"), await pbx.registered("bob"), await pbx.registered("bob")];
  const out = alice.call("102");
  await bob.incoming();
  (await desk.incoming()).reject(486);
  bob.cut();
  await pbx.clock.advance(6_000);
  expect([out.state, out.statuses.at(-1)]).toEqual(["ended", 486]);
  await expectNothingLeft(pbx);
});

test("CALL-75 a leg that does not come back within 90 s ends the call, and the far end gets the reason", async () => {
  const { pbx, bob, phones } = await office();
  phones.alice.cut();
  await pbx.clock.advance(90_000);
  const bye = bob.requests.find(({ method }) => method === "BYE");
  expect(bye && header(bye, "Reason")).toBe('SIP;cause=480;text="connection lost"');
  await expectNothingLeft(pbx);
});

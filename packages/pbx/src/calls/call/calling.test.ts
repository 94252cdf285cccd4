import { audioDescription, settle } from "@callpanel/testkit";
import { contactField, header, serializeNameAddr, type HeaderField, type SipMessage } from "@callpanel/sip";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, person } from "../../../test/test-pbx.ts";

function field(message: SipMessage | undefined, name: string): string | undefined {
  return message === undefined ? undefined : header(message, name);
}

test("CALL-2 all phones of the callee ring, the first to answer gets the call, the others stop", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const desk = await pbx.registered("bob");
  const mobile = await pbx.registered("bob");

  const out = alice.call("102");
  const atDesk = await desk.incoming();
  const atMobile = await mobile.incoming();
  await atMobile.answer();
  await out.until("talking");
  await atDesk.until("ended");

  expect(atMobile.state).toBe("talking");
  const cancel = desk.received.find((frame) => frame.startsWith("CANCEL "));
  expect(cancel).toMatch(/^Reason: SIP;cause=200;text="Call completed elsewhere"\r$/m);
  out.hangUp();
  await atMobile.until("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-2 the phone that calls is not rung by its own call", async () => {
  const pbx = createTestPbx();
  const desk = await pbx.registered("alice");
  const mobile = await pbx.registered("alice");
  const out = desk.call("101");
  const incoming = await mobile.incoming();
  expect(desk.calls).toEqual([out]);
  incoming.reject(603);
  await out.until("ended");
  expect(out.statuses).toEqual([180, 603]);
});

test("CALL-3 a 200 that crosses the CANCEL is acknowledged and ended with BYE", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const desk = await pbx.registered("bob");
  const mobile = await pbx.registered("bob");
  alice.call("102");
  const atDesk = await desk.incoming();
  const atMobile = await mobile.incoming();
  await Promise.all([atDesk.answer(), atMobile.answer()]);
  await settle();

  const states = [atDesk.state, atMobile.state].toSorted();
  expect(states).toEqual(["ended", "talking"]);
  const loser = atDesk.state === "ended" ? desk : mobile;
  expect(loser.received.some((frame) => frame.startsWith("ACK "))).toBe(true);
  expect(loser.received.some((frame) => frame.startsWith("BYE "))).toBe(true);
});

test("CALL-4 ringing is passed on once, without SDP", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const desk = await pbx.registered("bob");
  const mobile = await pbx.registered("bob");
  const out = alice.call("102");
  await Promise.all([desk.incoming(), mobile.incoming()]);
  await settle();
  expect(out.statuses).toEqual([180]);
  expect(out.response?.body).toBe("");
});

test("CALL-5 a caller who gives up stops the ringing everywhere", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const desk = await pbx.registered("bob");
  const mobile = await pbx.registered("bob");
  const out = alice.call("102");
  const incoming = await Promise.all([desk.incoming(), mobile.incoming()]);
  await out.until("ringing");
  out.hangUp();
  await out.until("ended");
  await settle();

  expect(out.statuses).toEqual([180, 487]);
  expect(incoming.map(({ state }) => state)).toEqual(["ended", "ended"]);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([{ disposition: "cancelled", endedBy: "caller", failed: false, sipStatus: 487 }]);
});

test("CALL-6 a callee without a phone is unavailable", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const nobody = alice.call("102");
  const refused = alice.call("105");
  const self = alice.call("101");
  await Promise.all([nobody.until("ended"), refused.until("ended"), self.until("ended")]);
  expect([nobody.statuses, refused.statuses, self.statuses]).toEqual([[480], [480], [480]]);
  expect(pbx.records).toMatchObject([
    { disposition: "unavailable", failed: true },
    { disposition: "unavailable", failed: true },
    { disposition: "unavailable", failed: true },
  ]);
});

test("CALL-7 after the ringing time the caller gets 480 (No answer)", async () => {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102");
  const incoming = await bob.incoming();
  await pbx.clock.advance(19_000);
  expect(incoming.state).toBe("ringing");
  await pbx.clock.advance(1_000);
  expect(out.statuses).toEqual([180, 480]);
  expect(incoming.state).toBe("ended");
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([{ disposition: "noAnswer", failed: true, endedBy: "system" }]);
});

test.each([
  { said: [486], heard: 486 },
  { said: [603], heard: 603 },
  { said: [480], heard: 480 },
  { said: [404], heard: 404 },
  { said: [488], heard: 488 },
  { said: [600], heard: 600 },
  { said: [408], heard: 480 },
  { said: [403], heard: 480 },
  { said: [503], heard: 503 },
  { said: [501], heard: 500 },
  { said: [480, 486], heard: 486 },
  { said: [500, 404], heard: 404 },
])("CALL-8 phones that refuse with $said give the caller $heard", async ({ said, heard }) => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const phones = [];
  for (const status of said) phones.push({ status, phone: await pbx.registered("bob") });
  const out = alice.call("102");
  for (const { status, phone } of phones) (await phone.incoming()).reject(status);
  await out.until("ended");
  expect(out.statuses.at(-1)).toBe(heard);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-8 a busy phone leaves the others ringing, a phone that declines ends the call", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const phones = [await pbx.registered("bob"), await pbx.registered("bob"), await pbx.registered("bob")];
  const out = alice.call("102");
  const [first, second, third] = await Promise.all(phones.map((phone) => phone.incoming()));
  first?.reject(486);
  await settle();
  expect([out.state, second?.state, third?.state]).toEqual(["ringing", "ringing", "ringing"]);
  second?.reject(603);
  await out.until("ended");
  await settle();
  expect(out.statuses).toEqual([180, 603]);
  expect(third?.state).toBe("ended");
  expect(pbx.records).toMatchObject([{ disposition: "rejected", endedBy: "callee" }]);
});

test("CALL-9 do not disturb is busy, and no phone rings", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  pbx.directory.change("bob", { doNotDisturb: true });
  const out = alice.call("102");
  await out.until("ended");
  expect(out.statuses).toEqual([486]);
  expect(field(out.response, "Warning")).toBe('399 demo "Do not disturb"');
  expect(bob.calls).toEqual([]);
});

test("CALL-10 a callee at their call limit, or on a call without call waiting, is busy", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  const dave = await pbx.registered("dave");
  pbx.directory.change("bob", { callLimit: 2 });
  await pbx.talk(alice, "102", bob);
  await pbx.talk(carol, "102", bob);
  const third = dave.call("102");
  await third.until("ended");
  expect(third.statuses).toEqual([486]);

  pbx.directory.change("carol", { callWaiting: false });
  const fourth = dave.call("103");
  await fourth.until("ended");
  expect(fourth.statuses).toEqual([486]);
});

test("CALL-11 a caller at their own limit is refused, and may call again when a call has ended", async () => {
  const pbx = createTestPbx({ callsPerUser: 1 });
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  await pbx.registered("carol");
  const { out } = await pbx.talk(alice, "102", bob);
  const second = alice.call("103");
  await second.until("ended");
  expect(second.statuses).toEqual([403]);
  out.hangUp();
  await settle();
  const third = alice.call("103");
  expect(await third.until("ringing")).toBe("ringing");
});

test("CALL-11 a full system and a flood of calls are refused with 503 and Retry-After", async () => {
  const pbx = createTestPbx({ callsInSystem: 1, invitesPerTenSeconds: 4 });
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  await pbx.registered("carol");
  await pbx.talk(bob, "103", await pbx.registered("carol"));
  const full = alice.call("102");
  await full.until("ended");
  expect(full.statuses).toEqual([503]);
  expect(field(full.response, "Retry-After")).toBe("5");

  const burst = [1, 2, 3, 4].map(() => alice.call("199"));
  await Promise.all(burst.map((call) => call.until("ended")));
  expect(field(burst.at(-1)?.response, "Warning")).toContain("short time");
});

test("CALL-12 an INVITE that cannot become a call is refused", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  await pbx.registered("bob");
  const pcma = alice.call("102", { description: { codecs: ["iLBC"] } });
  const garbage = alice.call("102", { body: "not sdp" });
  const text = alice.call("102", { body: "hello", contentType: "text/plain" });
  await Promise.all([pcma, garbage, text].map((call) => call.until("ended")));
  expect([pcma, garbage, text].map(({ statuses }) => statuses)).toEqual([[488], [488], [415]]);

  const sdp: HeaderField = ["Content-Type", "application/sdp"];
  const body = audioDescription();
  const bare = await alice.request("INVITE", { to: "102", headers: [sdp], body });
  const looped = await alice.request("INVITE", {
    to: "102",
    headers: [sdp, contactField(alice.contact)],
    body,
    maxForwards: 0,
  });
  expect([bare.status, looped.status]).toEqual([400, 483]);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-16 the callee sees the caller's name and number, the caller those of the callee", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102", { displayName: "The Queen" });
  const incoming = await bob.incoming();
  await out.until("ringing");
  const invite = incoming.invite;
  expect(field(invite, "P-Asserted-Identity")).toBe("Alice Archer <sip:101@demo>");
  expect(invite?.from.displayName).toBe("Alice Archer");
  expect(field(out.response, "P-Asserted-Identity")).toBe("Bob Brandt <sip:102@demo>");
});

test.each([
  { name: 'Eve" <sip:999@demo>;tag=1, "x', shown: 'Eve" <sip:999@demo>;tag=1, "x' },
  { name: "Eve\r\nCall-Info: <http://evil>;answer-after=0", shown: "Eve Call-Info: <http://evil>;answer-after=0" },
  { name: "<script>alert(1)</script>", shown: "<script>alert(1)</script>" },
  { name: "\u202egnihtyna\u0000\u0007", shown: "gnihtyna" },
  { name: "Zoë 😀\\", shown: "Zoë 😀\\" },
  { name: "a".repeat(10_000), shown: "a".repeat(64) },
  { name: "😀".repeat(100), shown: "😀".repeat(64) },
])("CALL-16 a hostile name stays a name: $shown", async ({ name, shown }) => {
  const pbx = createTestPbx();
  pbx.directory.add({ ...person(9, "eve", "109", name) }, "callpanel-demo");
  const eve = await pbx.registered("eve");
  const bob = await pbx.registered("bob");
  const out = eve.call("102");
  const { invite } = await bob.incoming();
  expect(invite?.from.displayName).toBe(shown);
  expect(invite?.from.uri).toMatchObject({ user: "109", host: "demo" });
  expect(field(invite, "Call-Info")).toBeUndefined();
  expect(invite === undefined ? "" : serializeNameAddr(invite.from)).toContain("sip:109@demo");
  out.hangUp();
});

test("CALL-17 a 200 is sent again until its ACK comes; without an ACK both sides are ended", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102", { withoutAck: true });
  const incoming = await bob.incoming();
  await incoming.answer();
  await out.until("talking");
  await pbx.clock.advance(10_000);
  const copies = alice.received.filter((frame) => frame.startsWith("SIP/2.0 200") && frame.includes(" INVITE\r\n"));
  expect(copies.length).toBeGreaterThan(3);
  expect(new Set(copies).size).toBe(1);
  await pbx.clock.advance(30_000);
  expect([out.state, incoming.state]).toEqual(["ended", "ended"]);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-17 a callee who hangs up before the ACK gives the caller a BYE after it", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102", { withoutAck: true });
  const incoming = await bob.incoming();
  await incoming.answer();
  await out.until("talking");
  incoming.hangUp();
  await settle();
  expect(alice.received.some((frame) => frame.startsWith("BYE "))).toBe(false);
  await pbx.clock.advance(33_000);
  expect(out.state).toBe("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-18 a second 200 from behind the same contact is acknowledged and ended with BYE", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102");
  const incoming = await bob.incoming();
  await incoming.answer();
  await out.until("talking");
  const ownTag = incoming.dialog?.localTag ?? "";
  const answer = incoming.invite;
  const via = bob.received.find((frame) => frame.startsWith("INVITE "))?.match(/^Via: .*$/m)?.[0] ?? "";
  const from = bob.received.find((frame) => frame.startsWith("INVITE "))?.match(/^From: .*$/m)?.[0] ?? "";
  bob.sendRaw(
    `SIP/2.0 200 OK\r\n${via}\r\n${from}\r\nTo: <sip:102@demo>;tag=other${ownTag}\r\nCall-ID: ${answer?.callId}\r\nCSeq: 1 INVITE\r\nContact: <sip:x@y.invalid>\r\nContent-Length: 0\r\n\r\n`,
  );
  await settle();
  const byes = bob.received.filter((frame) => frame.startsWith("BYE "));
  expect(byes).toHaveLength(1);
  expect(byes[0]).toContain(`tag=other${ownTag}`);
  expect(out.state).toBe("talking");
});

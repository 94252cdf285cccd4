import { header, parseSipfrag } from "@callpanel/sip";
import { describedCodecs, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

interface Trio {
  readonly pbx: TestPbx;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  /** Alice's end of the call with Bob. */
  readonly out: PhoneCall;
  readonly in: PhoneCall;
}

async function trio(): Promise<Trio> {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  return { pbx, alice, bob, carol, ...(await pbx.talk(alice, "102", bob)) };
}

async function refer(call: PhoneCall, target: string): Promise<number> {
  const { status } = await call.request("REFER", { headers: [["Refer-To", target]] });
  await settle();
  return status;
}

const to = (number: string): string => `<sip:${number}@demo>`;
const replacing = (number: string, call: PhoneCall): string =>
  `<sip:${number}@demo?Replaces=${encodeURIComponent(call.replaces())}>`;

function notified(call: PhoneCall): readonly string[] {
  return call.requests
    .filter(({ method }) => method === "NOTIFY")
    .map(({ body }) => {
      const progress = parseSipfrag(body);
      return `${progress?.status} ${progress?.reason}`;
    });
}

function heardBy(pbx: TestPbx, call: PhoneCall): string {
  const source = pbx.media.portOf(call.remoteSdp).hearsNow;
  if (source.kind === "prompt") return source.prompt.kind === "tone" ? source.prompt.tone : source.prompt.kind;
  return source.kind === "peer" ? source.port.id : source.kind;
}

function expectTalking(pbx: TestPbx, one: PhoneCall, other: PhoneCall): void {
  expect([one.state, other.state]).toEqual(["talking", "talking"]);
  expect(heardBy(pbx, one)).toBe(pbx.media.portOf(other.remoteSdp).id);
  expect(heardBy(pbx, other)).toBe(pbx.media.portOf(one.remoteSdp).id);
}

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

test.each(["callee", "caller"] as const)(
  "XFER-1 the %s transfers the other one: 202, NOTIFY 100, 180, 200, and a BYE when the target has answered",
  async (side) => {
    const { pbx, carol, ...call } = await trio();
    const [referrer, passed] = side === "callee" ? [call.in, call.out] : [call.out, call.in];
    expect(await refer(referrer, to("103"))).toBe(202);
    const target = await carol.incoming();
    await target.answer();
    await referrer.until("ended");
    expect(notified(referrer)).toEqual(["100 Trying", "180 Ringing", "200 OK"]);
    const states = referrer.requests.flatMap((request) => header(request, "Subscription-State") ?? []);
    expect(states).toEqual(["active;expires=180", "active;expires=180", "terminated;reason=noresource"]);
    expectTalking(pbx, passed, target);
    target.hangUp();
    await passed.until("ended");
    await expectNothingLeft(pbx);
  },
);

test("XFER-2 while the target rings the transferred party hears ring-back, the referrer silence", async () => {
  const { pbx, out, in: referrer } = await trio();
  await refer(referrer, to("103"));
  expect([heardBy(pbx, out), heardBy(pbx, referrer)]).toEqual(["ringback", "silence"]);
  await expectNothingLeft(pbx, out);
});

test.each([
  { what: "is busy", number: "103", told: "486 Busy Here", act: (call: PhoneCall) => call.reject(486) },
  { what: "refuses", number: "103", told: "603 Decline", act: (call: PhoneCall) => call.reject(603) },
  { what: "does not answer", number: "103", told: "480 no answer", act: () => undefined },
  { what: "is unknown", number: "199", told: "404 Not Found", act: undefined },
  { what: "is nobody's phone", number: "104", told: "480 Temporarily Unavailable", act: undefined },
  { what: "is a feature that is not there", number: "*60", told: "480 Feature not available", act: undefined },
])("XFER-3 a target that $what leaves the two together", async ({ number, told, act }) => {
  const { pbx, carol, out, in: referrer } = await trio();
  await refer(referrer, to(number));
  if (act !== undefined) act(await carol.incoming());
  await pbx.clock.advance(20_000);
  expect(notified(referrer).at(-1)).toBe(told);
  expectTalking(pbx, out, referrer);
  expect((await out.hold()).status).toBe(200);
  expect(heardBy(pbx, referrer)).toBe("music");
  out.hangUp();
  expect(await referrer.until("ended")).toBe("ended");
  await expectNothingLeft(pbx);
});

test("XFER-4 the referrer hangs up while the target rings, and the other two are still connected", async () => {
  const { pbx, carol, out, in: referrer } = await trio();
  await refer(referrer, to("103"));
  const target = await carol.incoming();
  referrer.hangUp();
  await pbx.clock.advance(5_000);
  expect([out.state, target.state]).toEqual(["talking", "ringing"]);
  await target.answer();
  await settle();
  expectTalking(pbx, out, target);
  await expectNothingLeft(pbx, target);
});

test("XFER-5 if no one answers then, the referrer is rung and gets the call back", async () => {
  const { pbx, bob, carol, out, in: referrer } = await trio();
  await refer(referrer, to("103"));
  await carol.incoming();
  referrer.hangUp();
  await pbx.clock.advance(20_000);
  const back = await bob.incoming();
  expect([out.state, heardBy(pbx, out)]).toEqual(["talking", "ringback"]);
  await back.answer();
  await settle();
  expectTalking(pbx, out, back);
  await expectNothingLeft(pbx, out);
});

test("XFER-5 if the referrer does not answer either, the transferred party gets the reason and is ended", async () => {
  const { pbx, alice, carol, out, in: referrer } = await trio();
  await refer(referrer, to("103"));
  await carol.incoming();
  referrer.hangUp();
  await pbx.clock.advance(40_000);
  expect(out.state).toBe("ended");
  expect(alice.received.at(-1)).toContain('Reason: SIP;cause=480;text="no answer"');
  await expectNothingLeft(pbx);
});

test("XFER-6 a transferred party who hangs up stops the ringing and ends the referrer's call", async () => {
  const { pbx, carol, out, in: referrer } = await trio();
  await refer(referrer, to("103"));
  const target = await carol.incoming();
  out.hangUp();
  await settle();
  expect([target.state, referrer.state]).toEqual(["ended", "ended"]);
  expect(notified(referrer).at(-1)).toBe("487 Request Terminated");
  await expectNothingLeft(pbx);
});

test("XFER-7 the target sees the caller and the referrer, and is offered the caller's codec", async () => {
  const { pbx, carol, out, in: referrer } = await trio();
  await refer(referrer, to("103"));
  const { invite } = await carol.incoming();
  expect(invite?.from).toMatchObject({ displayName: "Alice Archer", uri: { user: "101" } });
  expect(invite === undefined ? "" : header(invite, "Referred-By")).toBe("Bob Brandt <sip:102@demo>");
  expect(describedCodecs(invite?.body ?? "")[0]).toBe("opus");
  await expectNothingLeft(pbx, out);
});

test("XFER-8 a party who holds during the transfer still holds afterwards", async () => {
  const { pbx, carol, out, in: referrer } = await trio();
  await out.hold();
  await refer(referrer, to("103"));
  const target = await carol.incoming();
  await target.answer();
  await settle();
  expect(heardBy(pbx, target)).toBe("music");
  await out.unhold();
  expectTalking(pbx, out, target);
  await expectNothingLeft(pbx, out);
});

test.each(["first", "second"] as const)(
  "XFER-10 XFER-13 attended: the two are connected without INVITE, both of the referrer's legs end (REFER in the %s call)",
  async (which) => {
    const { pbx, bob, carol, out, in: first } = await trio();
    await first.hold();
    const { out: second, in: target } = await pbx.talk(bob, "103", carol);
    const invites = carol.calls.length;
    const [call, replaced, number] = which === "first" ? [first, second, "103"] : [second, first, "101"];
    expect(await refer(call, replacing(number, replaced))).toBe(202);
    expect(notified(call)).toEqual(["100 Trying", "200 OK"]);
    expect([first.state, second.state]).toEqual(["ended", "ended"]);
    expectTalking(pbx, out, target);
    expect(carol.calls).toHaveLength(invites);
    const told = [out, target].map(({ requests }) => requests.findLast(({ method }) => method === "UPDATE"));
    expect(told.map((update) => (update === undefined ? "" : header(update, "P-Asserted-Identity")))).toEqual([
      "Carol Chen <sip:103@demo>",
      "Alice Archer <sip:101@demo>",
    ]);
    await expectNothingLeft(pbx, target);
    expect(out.state).toBe("ended");
  },
);

const CALL_TRANSFERRED = 'Reason: SIP;cause=200;text="Call transferred"';

test("XFER-11 CDR-64 before the second call is answered the transferred party is sent to the number that it had dialled", async () => {
  const { pbx, bob, carol, out, in: first } = await trio();
  const second = bob.call("103");
  const consulted = await carol.incoming();
  await second.until("ringing");
  const tags = second.response;
  const { callId = "", from } = second.invite ?? {};
  const value = `${callId};to-tag=${tags?.to.params.get("tag")};from-tag=${from?.params.get("tag")}`;
  await refer(first, `<sip:103@demo?Replaces=${encodeURIComponent(value)}>`);
  expect([consulted.state, second.state]).toEqual(["ended", "ended"]);
  expect(carol.received.find((frame) => frame.startsWith("CANCEL"))).toContain(CALL_TRANSFERRED);
  expect(pbx.records).toMatchObject([
    { from: { userId: 2 }, to: { userId: 3 }, disposition: "transferred", failed: false },
  ]);
  const target = await carol.incoming();
  await target.answer();
  await settle();
  expect(first.state).toBe("ended");
  expectTalking(pbx, out, target);
  await expectNothingLeft(pbx, out);
});

test("XFER-12 a transfer without calls to join fails with its reason and changes nothing", async () => {
  const { pbx, bob, out, in: referrer } = await trio();
  await refer(referrer, "<sip:103@demo?Replaces=nothing%3Bto-tag%3Da%3Bfrom-tag%3Db>");
  expect(notified(referrer).at(-1)).toBe("481 Refer replace session not found");
  await refer(referrer, replacing("101", out));
  expect(notified(referrer).at(-1)).toBe("481 Refer replace session not found");
  expectTalking(pbx, out, referrer);
  const echo = bob.call("*43");
  await echo.until("talking");
  await refer(echo, to("103"));
  expect(notified(echo)).toEqual(["481 Referer session not found"]);
  await expectNothingLeft(pbx, out, echo);
});

test("XFER-12 calls in different codecs are joined", async () => {
  const { pbx, bob, carol, out, in: referrer } = await trio();
  const second = bob.call("103", { description: { codecs: ["PCMU"] } });
  const target = await carol.incoming();
  await target.answer();
  await second.until("talking");
  await refer(referrer, replacing("103", second));
  expect(notified(referrer).at(-1)).toBe("200 OK");
  expectTalking(pbx, out, target);
  await expectNothingLeft(pbx, out);
});

test("XFER-14 each bridge has its own record and times, and a leaving leg is reported", async () => {
  const { pbx, carol, out, in: referrer } = await trio();
  await pbx.clock.advance(5_000);
  const referredAt = pbx.clock.now();
  await refer(referrer, to("103"));
  const target = await carol.incoming();
  await pbx.clock.advance(3_000);
  await target.answer();
  await settle();
  expect(pbx.eventsOf("legLeft")).toMatchObject([{ call: { legs: [{ party: { number: "102" } }] } }]);
  expect(pbx.system.snapshot().calls).toMatchObject([
    { caller: { number: "101" }, callee: { number: "103" }, startedAt: referredAt, answeredAt: referredAt + 3_000 },
  ]);
  out.hangUp();
  await pbx.clock.advance(2_000);
  expect(pbx.records).toMatchObject([
    { from: { number: "101" }, to: { number: "102" }, disposition: "answered", endReason: "transferred" },
    { from: { number: "101" }, to: { number: "103" }, disposition: "answered", endReason: "hangup" },
  ]);
});

test("XFER-14 a returning leg is reported, and its record is that of one call", async () => {
  const { pbx, out, in: referrer } = await trio();
  await refer(referrer, to("199"));
  await pbx.clock.advance(1_000);
  expect(pbx.eventsOf("legReturned")).toMatchObject([{ call: { state: "answered", legs: [{}, {}] } }]);
  await expectNothingLeft(pbx, out);
});

test("XFER-3 a phone that does not know the subscription (481 to NOTIFY) keeps its call", async () => {
  const { pbx, out, in: referrer } = await trio();
  referrer.forget("NOTIFY");
  await refer(referrer, to("199"));
  await settle();
  expectTalking(pbx, out, referrer);
  await expectNothingLeft(pbx, out);
});

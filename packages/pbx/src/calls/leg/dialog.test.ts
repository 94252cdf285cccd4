import { header } from "@callpanel/sip";
import { describedDirection, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

interface Talk {
  readonly pbx: TestPbx;
  readonly alice: SipPhone;
  readonly bob: SipPhone;
  readonly out: PhoneCall;
  readonly in: PhoneCall;
}

async function talk(): Promise<Talk> {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  return { pbx, alice, bob, ...(await pbx.talk(alice, "102", bob)) };
}

/** What the media engine plays to the phone at this end. */
function heardBy({ pbx }: Talk, call: PhoneCall): string {
  const source = pbx.media.portOf(call.remoteSdp).hearsNow;
  if (source.kind === "prompt") return source.prompt.kind;
  return source.kind === "peer" ? `peer ${source.port.id}` : source.kind;
}

test("CALL-1 each side hears the other", async () => {
  const call = await talk();
  const { pbx, out } = call;
  expect(heardBy(call, out)).toBe(`peer ${pbx.media.portOf(call.in.remoteSdp).id}`);
  expect(heardBy(call, call.in)).toBe(`peer ${pbx.media.portOf(out.remoteSdp).id}`);
});

test.each(["out", "in"] as const)(
  "CALL-20 a party on hold hears music until the call is resumed (%s holds)",
  async (holder) => {
    const call = await talk();
    const [holding, held] = holder === "out" ? [call.out, call.in] : [call.in, call.out];
    const answer = await holding.hold();
    expect(answer.status).toBe(200);
    expect(describedDirection(answer.body)).toBe("recvonly");
    expect(heardBy(call, held)).toBe("music");
    await holding.unhold();
    expect(heardBy(call, held)).toMatch(/^peer /);
    expect(heardBy(call, holding)).toMatch(/^peer /);
  },
);

test("CALL-20 both sides may hold; each hears music until the other resumes", async () => {
  const call = await talk();
  await call.out.hold();
  await call.in.hold();
  expect([heardBy(call, call.out), heardBy(call, call.in)]).toEqual(["music", "music"]);
  await call.out.unhold();
  expect([heardBy(call, call.out), heardBy(call, call.in)]).toEqual(["music", expect.stringMatching(/^peer /)]);
});

test("CALL-21 hold and resume are reported once each, with the person who did it", async () => {
  const { pbx, out } = await talk();
  await out.hold();
  await out.hold();
  await out.unhold();
  const [held, ...moreHeld] = pbx.eventsOf("callHeld");
  const [resumed, ...moreResumed] = pbx.eventsOf("callResumed");
  expect([moreHeld, moreResumed]).toEqual([[], []]);
  const caller = held?.call.legs.find(({ side }) => side === "caller");
  expect(caller).toMatchObject({ held: true, id: held?.legId });
  expect(resumed?.call.legs.some((leg) => leg.held)).toBe(false);
});

test("CALL-22 a re-offer that cannot be used is refused and the call continues as before", async () => {
  const call = await talk();
  const refused = await call.out.reoffer({ codecs: ["iLBC"] });
  expect(refused.status).toBe(488);
  expect(call.out.state).toBe("talking");
  expect(heardBy(call, call.in)).toMatch(/^peer /);
});

test("CALL-22 a re-offer is answered in the codec of the call", async () => {
  const call = await talk();
  const { body } = await call.out.reoffer({ codecs: ["PCMU", "G722", "opus"] });
  expect(body).toContain("opus/48000");
  expect(body).not.toContain("PCMU");
});

test("CALL-23 a re-INVITE without SDP gets an offer, and its ACK brings the answer", async () => {
  const call = await talk();
  const { alice, pbx } = call;
  const port = pbx.media.portOf(call.out.remoteSdp);
  const response = await call.out.request("INVITE", { headers: [["Contact", "<sip:a@b.invalid>"]] });
  expect(response.status).toBe(200);
  expect(pbx.media.portOf(response.body)).toBe(port);
  // The test phone sends an ACK without an answer: that ends the call.
  await settle();
  expect(alice.received.at(-1)).toMatch(/^BYE /);
});

test("CALL-24 UPDATE holds as re-INVITE does, and without SDP it is only a keep-alive", async () => {
  const call = await talk();
  const plain = await call.out.request("UPDATE");
  expect([plain.status, plain.body]).toEqual([200, ""]);
  expect((await call.out.reoffer({ direction: "sendonly" }, "UPDATE")).status).toBe(200);
  expect(heardBy(call, call.in)).toBe("music");
});

test("CALL-25 an offer while another one of the same phone is open gets 500 with Retry-After", async () => {
  const { out } = await talk();
  const responses = await Promise.all([
    out.reoffer({ direction: "sendonly" }, "UPDATE"),
    out.reoffer({ direction: "sendrecv" }, "UPDATE"),
  ]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 500]);
  const late = responses.find(({ status }) => status === 500);
  expect(Number(late === undefined ? NaN : header(late, "Retry-After"))).toBeLessThanOrEqual(10);
});

test("CALL-25 an offer that crosses one of ours is refused with 491", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102", { body: "", withoutAck: true });
  const incoming = await bob.incoming();
  await incoming.answer();
  await out.until("talking");
  expect((await out.reoffer({}, "UPDATE")).status).toBe(500); // before the ACK the first INVITE is not finished
  const [, response] = await Promise.all([
    incoming.request("INVITE", { headers: [["Contact", "<sip:b@b.invalid>"]] }),
    incoming.reoffer({}, "UPDATE"),
  ]);
  expect(response.status).toBe(491);
});

test.each([
  { type: "application/dtmf-relay", body: "Signal=5\r\nDuration=160\r\n", digit: "5" },
  { type: "application/dtmf-relay", body: "Signal= *\r\nDuration= 100", digit: "*" },
  { type: "application/dtmf-relay", body: "Signal=11\r\n", digit: "#" },
  { type: "application/dtmf", body: "7", digit: "7" },
  { type: "application/dtmf", body: " # \r\n", digit: "#" },
])("CALL-26 a digit by INFO ($type) reaches the other side as RFC 4733", async ({ type, body, digit }) => {
  const call = await talk();
  const { status } = await call.out.request("INFO", { headers: [["Content-Type", type]], body });
  expect(status).toBe(200);
  expect(call.pbx.media.portOf(call.in.remoteSdp).digits).toEqual([digit]);
  expect(call.pbx.eventsOf("digit")).toMatchObject([{ digit }]);
});

test("CALL-26 INFO that is not a digit is refused", async () => {
  const { out, pbx } = await talk();
  const send = async (type: string, body: string): Promise<number> =>
    (await out.request("INFO", { headers: [["Content-Type", type]], body })).status;
  expect(await send("application/dtmf-relay", "Signal=99")).toBe(400);
  expect(await send("application/dtmf", "hello")).toBe(400);
  expect(await send("application/media_control+xml", "<x/>")).toBe(415);
  expect((await out.request("INFO")).status).toBe(200);
  expect(pbx.eventsOf("digit")).toEqual([]);
});

test("CALL-27 a digit is sent by INFO to a phone without telephone-event", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102");
  const incoming = await bob.incoming();
  await incoming.answer({ telephoneEvent: false });
  await out.until("talking");
  await settle();
  await out.request("INFO", { headers: [["Content-Type", "application/dtmf"]], body: "1" });
  pbx.media.portOf(out.remoteSdp).emit({ kind: "digit", digit: "2", durationMs: 100 });
  await settle();
  expect(incoming.requests.map(({ method, body }) => `${method} ${body}`)).toEqual([
    "INFO Signal=1\r\nDuration=200\r\n",
    "INFO Signal=2\r\nDuration=100\r\n",
  ]);
});

test("CALL-27 a digit in RTP is reported, and passes with the audio if the other side supports it", async () => {
  const { pbx, out, in: incoming } = await talk();
  pbx.media.portOf(out.remoteSdp).emit({ kind: "digit", digit: "9", durationMs: 100 });
  expect(pbx.eventsOf("digit")).toMatchObject([{ digit: "9" }]);
  expect(pbx.media.portOf(incoming.remoteSdp).digits).toEqual([]);
  expect(incoming.requests).toEqual([]);
});

test("CALL-28 each other method within a dialog has its own response", async () => {
  const { out } = await talk();
  const status = async (method: string, headers: readonly (readonly [string, string])[] = []): Promise<number> =>
    (await out.request(method, { headers })).status;
  expect(await status("OPTIONS")).toBe(200);
  expect(await status("REFER")).toBe(400);
  expect(await status("SUBSCRIBE", [["Event", "dialog"]])).toBe(489);
  expect(await status("NOTIFY", [["Event", "dialog"]])).toBe(481);
  expect(await status("MESSAGE")).toBe(405);
  expect(await status("PRACK", [["RAck", "1 1 INVITE"]])).toBe(481);
  expect(out.state).toBe("talking");
});

test("CALL-29 a request for an unknown dialog is 481, one out of order 500", async () => {
  const { alice, out, in: incoming, bob } = await talk();
  const dialog = out.dialog;
  const request = (cseq: number): string =>
    [
      `OPTIONS sip:102@demo SIP/2.0`,
      `Via: SIP/2.0/WSS x.invalid;branch=z9hG4bK${cseq}`,
      `From: <sip:alice@demo>;tag=${dialog?.localTag}`,
      `To: <sip:102@demo>;tag=${dialog?.remoteTag}`,
      `Call-ID: ${dialog?.callId}`,
      `CSeq: ${cseq} OPTIONS`,
      "Max-Forwards: 70",
      "Content-Length: 0",
      "",
      "",
    ].join("\r\n");
  alice.sendRaw(request(50));
  alice.sendRaw(request(49));
  await settle();
  expect(alice.received.slice(-2).map((frame) => frame.slice(8, 11))).toEqual(["200", "500"]);

  incoming.hangUp();
  await out.until("ended");
  bob.sendRaw(request(51));
  await settle();
  expect(bob.received.at(-1)).toMatch(/^SIP\/2\.0 481 /);
});

test("CALL-30 when the media of one side fails both sides are ended", async () => {
  const { pbx, out, in: incoming } = await talk();
  pbx.media.portOf(out.remoteSdp).emit({ kind: "failed", reason: "no connection" });
  await settle();
  expect([out.state, incoming.state]).toEqual(["ended", "ended"]);
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([{ disposition: "answered", endReason: "media failed" }]);
});

test("CALL-31 session timers are not offered, and a required one is refused", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102", {
    headers: [
      ["Supported", "timer"],
      ["Session-Expires", "1800"],
    ],
  });
  const { invite } = await bob.incoming();
  expect(invite === undefined ? "" : header(invite, "Session-Expires")).toBeUndefined();
  expect(invite === undefined ? "" : header(invite, "Supported")).toBe("replaces, outbound, 100rel");
  out.hangUp();
  const strict = alice.call("102", { headers: [["Require", "timer"]] });
  await strict.until("ended");
  expect(strict.statuses).toEqual([420]);
});

test("CALL-32 a phone that does not know its dialog any more has hung up", async () => {
  const { pbx, out, in: incoming } = await talk();
  await incoming.reoffer({ telephoneEvent: false });
  incoming.forget();
  await out.request("INFO", { headers: [["Content-Type", "application/dtmf"]], body: "1" });
  await out.until("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([{ disposition: "answered", endedBy: "callee" }]);
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { FakePeer, REMOTE_SDP } from "../../../test/fake-peer.ts";
import { FakeStream } from "../../../test/fake-stream.ts";
import { FROM_BOB, SETTINGS } from "../../../test/sip-agent.ts";
import { createSipServer } from "../../../test/sip-server.ts";
import type { IncomingCall, SessionEvent, UserAgent, UserAgentEvent } from "../../ports/user-agent.port.ts";
import { createSipAgent } from "./user-agent.ts";
import { LOADED_CALLS } from "../../../test/loaded.ts";

const CODECS = ["audio/red", "audio/PCMU", "audio/CN", "audio/opus", "audio/G722", "audio/telephone-event"];

/** The next registration, and the time that an INVITE may go without an answer. */
const LASTING_TIMERS = 2;

let agents: UserAgent[] = [];

beforeEach(() => {
  FakePeer.made.length = 0;
  FakePeer.gathering = "first";
  vi.stubGlobal("RTCPeerConnection", FakePeer);
  vi.stubGlobal("RTCRtpReceiver", { getCapabilities: () => ({ codecs: CODECS.map((mimeType) => ({ mimeType })) }) });
});
afterEach(async () => {
  for (const agent of agents) agent.stop();
  agents = [];
  await settle();
  vi.unstubAllGlobals();
});

async function bench() {
  const server = createSipServer();
  const clock = createFakeClock();
  const events: UserAgentEvent[] = [];
  const agent = createSipAgent({ openSocket: server.openSocket, clock, callCode: LOADED_CALLS })(SETTINGS, (event) =>
    events.push(event),
  );
  agents.push(agent);
  agent.start();
  await settle();
  const kinds = () => events.map(({ kind }) => kind);
  return { server, clock, events, kinds, agent };
}
type Bench = Awaited<ReturnType<typeof bench>>;

async function dial({ agent, server }: Bench, number = "102") {
  const events: SessionEvent[] = [];
  const session = agent.call(number, new FakeStream(), (event) => events.push(event));
  await settle();
  return { session, events, invite: server.newest("INVITE"), peer: FakePeer.made.at(-1) };
}
async function talk(on: Bench) {
  const call = await dial(on);
  await on.server.reply(call.invite, 200, { body: REMOTE_SDP });
  return call;
}
async function ring(on: Bench, headers: readonly string[] = []) {
  await on.server.request(
    "INVITE",
    [...FROM_BOB, "To: <sip:alice@demo>", "CSeq: 1 INVITE", "Content-Type: application/sdp", ...headers],
    REMOTE_SDP,
  );
  const event = on.events.findLast((one) => one.kind === "incoming");
  if (event?.kind !== "incoming") throw new Error("no call came in");
  const events: SessionEvent[] = [];
  event.call.listen((one) => events.push(one));
  return { call: event.call, events };
}

describe("the line", () => {
  test("PHONE-3 it connects, answers the challenge from the HA1 and is registered", async () => {
    const { kinds, server } = await bench();
    expect(kinds()).toEqual(["connected", "registered"]);
    const register = server.newest("REGISTER");
    expect(register.header("Authorization")).toMatch(/username="alice", realm="demo", nonce="n1"/);
    expect(register.header("User-Agent")).toBe("callpanel/test");
  });

  test("PHONE-4 a refusal carries cause, reason and status", async () => {
    const server = createSipServer();
    server.answers.set("REGISTER", 403);
    const events: UserAgentEvent[] = [];
    const agent = createSipAgent({ openSocket: server.openSocket, clock: createFakeClock(), callCode: LOADED_CALLS })(
      SETTINGS,
      (event) => events.push(event),
    );
    agents.push(agent);
    agent.start();
    await settle();
    const failure = { cause: "Rejected", reason: "Forbidden", statusCode: 403 };
    expect(events.at(-1)).toEqual({ kind: "registrationFailed", failure });
  });

  test.each([
    [200, "answered"],
    [405, "answered"],
    [408, "failed"],
    [503, "failed"],
  ] as const)("PHONE-5 OPTIONS answered with %i is %s", async (status, outcome) => {
    const { agent, server } = await bench();
    server.answers.set("OPTIONS", status);
    const outcomes: string[] = [];
    agent.sendOptions((one) => outcomes.push(one));
    await settle();
    expect(server.newest("OPTIONS").uri).toBe("sip:demo");
    expect(outcomes).toEqual([outcome]);
  });

  test("PHONE-7 it registers again after a break, and its calls live on", async () => {
    const on = await bench();
    const { events } = await talk(on);
    await on.server.drop();
    expect(on.kinds().slice(-2)).toEqual(["disconnected", "unregistered"]);
    await on.clock.advance(5_000);
    await settle();
    expect(on.kinds().slice(-2)).toEqual(["connected", "registered"]);
    expect(on.server.opened).toHaveLength(2);
    expect(events.at(-1)).toEqual({ kind: "accepted" });
  });

  test("PHONE-9 it unregisters when asked", async () => {
    const { agent, server, kinds } = await bench();
    agent.unregister();
    await settle();
    expect(server.newest("REGISTER").header("Expires")).toBe("0");
    expect(kinds().at(-1)).toBe("unregistered");
  });

  test("PHONE-1 an invalid URI is refused", () => {
    const create = createSipAgent({
      openSocket: createSipServer().openSocket,
      clock: createFakeClock(),
      callCode: LOADED_CALLS,
    });
    expect(() => create({ ...SETTINGS, uri: "alice at demo" }, () => undefined)).toThrow();
  });
});

describe("calls out", () => {
  test("PHONE-10 an INVITE goes to the number and carries no session timer", async () => {
    const on = await bench();
    const { session, invite } = await dial(on, "*43#");
    expect(invite.uri).toBe("sip:*43%23@demo");
    expect(invite.has("Session-Expires")).toBe(false);
    expect(invite.header("Supported")).not.toContain("timer");
    expect(session.sipCallId).toBe(invite.header("Call-ID"));
  });

  test("PHONE-23 ringing, early media, answer and the far end's BYE are reported in order", async () => {
    const on = await bench();
    const { events, invite } = await dial(on);
    await on.server.reply(invite, 180);
    await on.server.reply(invite, 183, { body: REMOTE_SDP });
    await on.server.reply(invite, 200, { body: REMOTE_SDP });
    await on.server.request("BYE", [
      `From: ${on.server.newest("ACK").header("To")}`,
      `To: ${invite.header("From")}`,
      `Call-ID: ${invite.header("Call-ID")}`,
      "CSeq: 9 BYE",
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(["ringing", "earlyMedia", "accepted", "ended"]);
    expect(events.at(-1)).toMatchObject({ end: { by: "remote", statusCode: undefined } });
  });

  test.each([
    ['399 demo "No \\"outside\\" line", 399 other "More"', 'No "outside" line'],
    [`399 demo "<b>\u202EFull</b>${"!".repeat(200)}"`, `<b>Full</b>${"!".repeat(109)}`],
    ['399 demo ""', undefined],
    ["nonsense", undefined],
  ])("PHONE-117 a refusal with Warning %j says it as plain text", async (field, warning) => {
    const on = await bench();
    const { events, invite } = await dial(on);
    await on.server.reply(invite, 480, { headers: [`Warning: ${field}`] });
    expect(events).toMatchObject([{ kind: "ended", end: { statusCode: 480, warning } }]);
  });

  test("PHONE-23 a refusal carries its status", async () => {
    const on = await bench();
    const { events, invite, peer } = await dial(on);
    await on.server.reply(invite, 486);
    expect(events).toEqual([
      { kind: "ended", end: { by: "remote", fault: "none", statusCode: 486, reasonCause: undefined, cause: "Busy" } },
    ]);
    expect(peer?.closed).toBe(true);
  });

  test("PHONE-23 an end by this side is local, a failure is not", async () => {
    const on = await bench();
    const first = await dial(on);
    await on.server.reply(first.invite, 100);
    first.session.terminate();
    first.session.terminate();
    expect(first.events).toMatchObject([{ kind: "ended", end: { by: "local" } }]);
    await settle();
    expect(on.server.newest("CANCEL").header("Call-ID")).toBe(first.session.sipCallId);
    const second = await dial(on, "103");
    await on.server.reply(second.invite, 100);
    await on.server.drop();
    expect(second.events).toMatchObject([{ kind: "ended", end: { by: "system", fault: "other" } }]);
  });
});

describe("calls in", () => {
  test("PHONE-25 the data of the INVITE comes with the call", async () => {
    const on = await bench();
    const { call } = await ring(on, ["Call-Info: <sip:demo>;answer-after=0", "X-Screen-Pop-Conf: type=url"]);
    expect(call).toMatchObject({
      number: "102",
      name: "Bob",
      autoAnswer: true,
      sipCallId: "in-1",
      headers: { "x-screen-pop-conf": "type=url" },
    });
    expect(on.server.newest("180").header("Call-ID")).toBe("in-1");
  });

  test("PHONE-19 a call rejected while it is announced gets 486", async () => {
    const server = createSipServer();
    const calls: IncomingCall[] = [];
    const agent = createSipAgent({ openSocket: server.openSocket, clock: createFakeClock(), callCode: LOADED_CALLS })(
      SETTINGS,
      (event) => {
        if (event.kind !== "incoming") return;
        calls.push(event.call);
        event.call.reject(486);
      },
    );
    agents.push(agent);
    agent.start();
    await settle();
    await server.request(
      "INVITE",
      [...FROM_BOB, "To: <sip:alice@demo>", "CSeq: 1 INVITE", "Content-Type: application/sdp"],
      REMOTE_SDP,
    );
    expect(server.newest("486").header("Call-ID")).toBe("in-1");
    expect(calls).toHaveLength(1);
  });

  test("PHONE-23 a CANCEL says whether another device answered the call", async () => {
    const on = await bench();
    const { events } = await ring(on);
    const reason = 'Reason: Q.850;cause=26, SIP;cause=200;text="Call completed elsewhere"';
    await on.server.request("CANCEL", [...FROM_BOB, "To: <sip:alice@demo>", "CSeq: 1 CANCEL", reason]);
    expect(events).toMatchObject([
      { kind: "ended", end: { by: "remote", reasonCause: 200, reasonText: "Call completed elsewhere" } },
    ]);
  });

  test("PHONE-18 an accepted call is answered with a description", async () => {
    const on = await bench();
    const { call, events } = await ring(on);
    call.answer(new FakeStream());
    await settle();
    await settle();
    expect(on.server.newest("200").body).toContain("a=sendrecv");
    expect(events).toEqual([{ kind: "accepted" }]);
  });
});

describe("media", () => {
  test("PHONE-38 the offer leaves with the first candidate", async () => {
    const on = await bench();
    await dial(on);
    expect(on.server.received.filter(({ start }) => start === "INVITE")).toHaveLength(1);
    expect(on.clock.timerCount).toBe(LASTING_TIMERS);
  });

  test("PHONE-38 without a candidate it leaves 500 ms after gathering began", async () => {
    FakePeer.gathering = "never";
    const on = await bench();
    on.agent.call("102", new FakeStream(), () => undefined);
    await on.clock.advance(499);
    expect(on.server.received.some(({ start }) => start === "INVITE")).toBe(false);
    await on.clock.advance(1);
    expect(on.server.received.some(({ start }) => start === "INVITE")).toBe(true);
  });

  test("PHONE-38 it leaves although the page was busy while all candidates came", async () => {
    FakePeer.gathering = "early";
    const on = await bench();
    on.agent.call("102", new FakeStream(), () => undefined);
    await settle();
    await on.clock.advance(700);
    FakePeer.made[0]?.catchUp();
    await settle();
    await on.clock.advance(500);
    expect(on.server.received.some(({ start }) => start === "INVITE")).toBe(true);
    expect(on.clock.timerCount).toBe(LASTING_TIMERS);
  });

  test("PHONE-38 for a phone system that does not learn candidates it has all of them, at the latest after 2 s", async () => {
    const on = await bench();
    const invites = () => on.server.received.filter(({ start }) => start === "INVITE").length;
    on.server.registered = [];
    on.agent.register();
    await settle();
    on.agent.call("102", new FakeStream(), () => undefined);
    await on.clock.advance(1_000);
    expect(invites()).toBe(0);
    FakePeer.made.at(-1)?.gathersAll();
    await settle();
    expect(invites()).toBe(1);
    on.agent.call("103", new FakeStream(), () => undefined);
    await on.clock.advance(1_999);
    expect(invites()).toBe(1);
    await on.clock.advance(1);
    expect(invites()).toBe(2);
  });

  test("PHONE-38 after an ICE restart candidates of before do not count", async () => {
    const on = await bench();
    const { session, peer } = await talk(on);
    peer?.gathersAll();
    FakePeer.gathering = "never";
    const done = session.restartIce();
    await on.clock.advance(400);
    const invites = () => on.server.received.filter(({ start }) => start === "INVITE");
    expect(invites()).toHaveLength(1);
    peer?.gathersAll();
    await settle();
    expect(invites().at(-1)?.body).toContain("a=ice-ufrag:restart1");
    await on.server.reply(on.server.newest("INVITE"), 200, { body: REMOTE_SDP });
    await done;
  });

  test("PHONE-39 Opus is first, comfort noise and redundancy are left out, DTX is not used", async () => {
    const on = await bench();
    const { peer } = await talk(on);
    expect(peer?.transceivers[0]?.codecs).toEqual(["audio/opus", "audio/G722", "audio/PCMU", "audio/telephone-event"]);
    expect(peer?.remote[0]?.sdp).toContain("usedtx=0");
  });

  test("PHONE-16 hold offers sendonly, unhold sendrecv", async () => {
    const on = await bench();
    const { session } = await talk(on);
    for (const direction of ["sendonly", "sendrecv"] as const) {
      const done = session.setDirection(direction);
      await settle();
      const invite = on.server.newest("INVITE");
      expect(invite.body).toContain(`a=${direction}`);
      await on.server.reply(invite, 200, { body: REMOTE_SDP });
      await done;
    }
  });

  test("PHONE-16 a refused hold rejects, and the call goes on as it was", async () => {
    const on = await bench();
    const { session, events, peer } = await talk(on);
    const refused = session.setDirection("sendonly").catch((error: Error) => error.message);
    await settle();
    await on.server.reply(on.server.newest("INVITE"), 488);
    expect(await refused).toBe("the far end refused");
    expect(peer).toMatchObject({ signalingState: "stable", closed: false });
    expect(peer?.transceivers[0]?.direction).toBe("sendrecv");
    expect(events.map(({ kind }) => kind)).toEqual(["accepted"]);
    expect(on.server.received.some(({ start }) => start === "BYE")).toBe(false);
  });

  test("PHONE-20 silence disables the track, the new one of a swap too", async () => {
    const on = await bench();
    const { session, peer } = await talk(on);
    session.silence("on");
    expect(peer?.getSenders()[0]?.track?.enabled).toBe(false);
    const other = new FakeStream();
    await session.replaceMicrophone(other);
    expect(other.track.enabled).toBe(false);
    session.silence("off");
    expect(other.track.enabled).toBe(true);
  });

  test("PHONE-20 silence that changes during a swap holds for the new track", async () => {
    const on = await bench();
    const { session } = await talk(on);
    const [second, third] = [new FakeStream(), new FakeStream()];
    const isSecond = session.replaceMicrophone(second);
    session.silence("on");
    await isSecond;
    expect(second.track.enabled).toBe(false);
    const isThird = session.replaceMicrophone(third);
    session.silence("off");
    await isThird;
    expect(third.track.enabled).toBe(true);
  });

  test("PHONE-20 silence that is requested before the media exists applies when it does", async () => {
    const on = await bench();
    const { call } = await ring(on);
    call.silence("on");
    const stream = new FakeStream();
    call.answer(stream);
    await settle();
    expect(stream.track.enabled).toBe(false);
    await on.server.request("ACK", [...FROM_BOB, `To: ${on.server.newest("200").header("To")}`, "CSeq: 1 ACK"]);
    const held = call.setDirection("sendonly");
    await settle();
    expect(stream.track.enabled).toBe(false);
    await on.server.reply(on.server.newest("INVITE"), 200, { body: REMOTE_SDP });
    await held;
    expect(stream.track.enabled).toBe(false);
  });

  test("PHONE-21 digits queue up by RFC 4733, and go by INFO where that is not negotiated", async () => {
    const on = await bench();
    const { session, peer } = await talk(on);
    const dtmf = peer?.getSenders()[0]?.dtmf;
    session.sendDigit("1");
    session.sendDigit("#");
    expect(dtmf?.toneBuffer).toBe("1#");
    if (dtmf) dtmf.canInsertDTMF = false;
    session.sendDigit("5");
    await settle();
    expect(on.server.newest("INFO").body).toBe("Signal=5\r\nDuration=200");
  });

  test("PHONE-21 a digit does not overtake one that goes by INFO because the sound was not connected yet", async () => {
    const on = await bench();
    on.server.answers.set("INFO", 0);
    const { session, peer } = await talk(on);
    const dtmf = peer?.getSenders()[0]?.dtmf;
    if (dtmf) dtmf.canInsertDTMF = false;
    session.sendDigit("2");
    await settle();
    if (dtmf) dtmf.canInsertDTMF = true;
    session.sendDigit("4");
    expect(dtmf?.toneBuffer).toBe("");
    await on.server.reply(on.server.newest("INFO"), 200);
    expect(on.server.newest("INFO").body).toBe("Signal=4\r\nDuration=200");
    await on.server.reply(on.server.newest("INFO"), 200);
    session.sendDigit("6");
    expect(dtmf?.toneBuffer).toBe("6");
  });

  test("PHONE-22 digits by INFO come in both of its forms", async () => {
    const on = await bench();
    const { events, invite } = await talk(on);
    const dialog = [
      `From: ${on.server.newest("ACK").header("To")}`,
      `To: ${invite.header("From")}`,
      `Call-ID: ${invite.header("Call-ID")}`,
    ];
    await on.server.request(
      "INFO",
      [...dialog, "CSeq: 11 INFO", "Content-Type: application/dtmf-relay"],
      "Signal=7\r\nDuration=160\r\n",
    );
    await on.server.request("INFO", [...dialog, "CSeq: 12 INFO", "Content-Type: application/dtmf"], "#");
    await on.server.request("INFO", [...dialog, "CSeq: 13 INFO", "Content-Type: text/plain"], "9");
    expect(events.filter(({ kind }) => kind === "digit")).toEqual([
      { kind: "digit", digit: "7" },
      { kind: "digit", digit: "#" },
    ]);
  });
});

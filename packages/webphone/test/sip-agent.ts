/** A user agent on the in-memory SIP server, registered; peer connections are fakes. */
import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { vi } from "vitest";
import { createSipAgent } from "../src/adapters/sip/user-agent.ts";
import type { IncomingCall, SessionEvent, UserAgentEvent, UserAgentSettings } from "../src/ports/user-agent.port.ts";
import { FakePeer, REMOTE_SDP } from "./fake-peer.ts";
import { FakeStream } from "./fake-stream.ts";
import { createSipServer } from "./sip-server.ts";
import type { SipServer, SipText } from "./sip-server.ts";
import { LOADED_CALLS } from "./loaded.ts";

export const SETTINGS: UserAgentSettings = {
  uri: "sip:alice@demo",
  realm: "demo",
  ha1: "0123456789abcdef0123456789abcdef",
  displayName: "Alice",
  userAgentName: "callpanel/test",
  proxies: [{ url: "ws://127.0.0.1/sip", weight: 0 }],
  iceServers: () => [],
};

/** The headers of a call of Bob's, but for To and CSeq. */
export const FROM_BOB = [
  'From: "Bob" <sip:102@demo>;tag=bob',
  "Call-ID: in-1",
  "Contact: <sip:b2bua@127.0.0.1;transport=ws>",
];

/** Undo with `vi.unstubAllGlobals()`. */
export async function startAgent(server: SipServer = createSipServer(), callCode = LOADED_CALLS) {
  FakePeer.made.length = 0;
  FakePeer.gathering = "first";
  vi.stubGlobal("RTCPeerConnection", FakePeer);
  const clock = createFakeClock();
  const events: UserAgentEvent[] = [];
  const agent = createSipAgent({ openSocket: server.openSocket, clock, callCode })(SETTINGS, (event) =>
    events.push(event),
  );
  agent.start();
  await settle();

  const dial = async (number = "102") => {
    const told: SessionEvent[] = [];
    const session = agent.call(number, new FakeStream(), (event) => told.push(event));
    await settle();
    return { session, told, invite: server.newest("INVITE") };
  };
  const talk = async (number = "102") => {
    const call = await dial(number);
    await server.reply(call.invite, 200, { body: REMOTE_SDP });
    return call;
  };
  const ring = async (headers: readonly string[] = [], body = REMOTE_SDP): Promise<IncomingCall> => {
    const type = body === "" ? [] : ["Content-Type: application/sdp"];
    await server.request("INVITE", [...FROM_BOB, "To: <sip:alice@demo>", "CSeq: 1 INVITE", ...type, ...headers], body);
    const event = events.findLast((one) => one.kind === "incoming");
    if (event?.kind !== "incoming") throw new Error("no call came in");
    return event.call;
  };
  const within = (invite: SipText): readonly string[] => [
    `From: ${server.newest("ACK").header("To")}`,
    `To: ${invite.header("From")}`,
    `Call-ID: ${invite.header("Call-ID")}`,
    "Contact: <sip:b2bua@127.0.0.1;transport=ws>",
  ];
  return { agent, clock, events, server, dial, talk, ring, within };
}

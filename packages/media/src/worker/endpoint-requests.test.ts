import { expect, test } from "vitest";
import { createEndpointRequests } from "./endpoint-requests.ts";
import type { Negotiation, Taken } from "./negotiation.ts";

const TAKEN: Taken = {
  agreement: { codec: "opus", payloadType: 111, telephoneEvent: undefined, telephoneEvents: [], direction: "sendrecv" },
  security: { ice: { usernameFragment: "far", password: "secret" }, fingerprints: [], role: "server" },
};

const NEGOTIATION: Negotiation = {
  agreement: undefined,
  takeOffer: () => TAKEN,
  writeAnswer: () => "answer",
  writeOffer: () => "offer",
  takeAnswer: () => TAKEN,
};

test("MEDIA-14 before a call is answered a connection is possible but not expected", () => {
  const told: string[] = [];
  const handle = createEndpointRequests({
    negotiation: NEGOTIATION,
    transport: { setRemote: () => void told.push("may connect"), restartIce: () => undefined },
    inbound: { packetsReceived: 0, packetsLost: 0, jitterMs: 0 },
    outbound: { setAgreement: () => undefined, packetsSent: 0 },
    onDescribed: () => void told.push("must connect"),
  });
  handle({ kind: "answer", offer: "", codecs: undefined, early: true });
  handle({ kind: "accept", answer: "", early: true });
  expect(told).toEqual(["may connect", "may connect"]);
  handle({ kind: "answer", offer: "", codecs: undefined });
  handle({ kind: "accept", answer: "" });
  expect(told.slice(2)).toEqual(["may connect", "must connect", "may connect", "must connect"]);
});

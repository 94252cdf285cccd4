import type { AudioCodec, Early, MediaDirection, MediaStats } from "../media.port.ts";
import type { PortReply, PortRequest } from "../media.protocol.ts";
import type { InboundStream } from "../rtp/inbound-stream.ts";
import type { OutboundStream } from "../rtp/outbound-stream.ts";
import type { Negotiation, Taken } from "./negotiation.ts";
import type { SecureTransport } from "./secure-transport.ts";

/**
 * Answers a request for offer, answer or statistics. Throws a `MediaError` when the description cannot be used; then
 * nothing has changed.
 */
export type EndpointRequests = (request: Exclude<PortRequest, { kind: "record" | "join" }>) => PortReply;

export interface EndpointRequestsOptions {
  readonly negotiation: Negotiation;
  readonly transport: Pick<SecureTransport, "setRemote" | "restartIce">;
  readonly inbound: Pick<InboundStream, "packetsReceived" | "packetsLost" | "jitterMs">;
  readonly outbound: Pick<OutboundStream, "setAgreement" | "packetsSent">;
  /** A description of the far end was applied that the far end must connect by. */
  readonly onDescribed: () => void;
}

export function createEndpointRequests(options: EndpointRequestsOptions): EndpointRequests {
  const { negotiation, transport, inbound, outbound, onDescribed } = options;

  const settle = (
    { agreement, security }: Taken,
    early: Early | undefined,
  ): { codec: AudioCodec; direction: MediaDirection } => {
    outbound.setAgreement(agreement);
    transport.setRemote(security);
    if (early !== true) onDescribed();
    return { codec: agreement.codec, direction: agreement.direction };
  };

  const stats = (): MediaStats => ({
    packetsReceived: inbound.packetsReceived,
    packetsSent: outbound.packetsSent,
    packetsLost: inbound.packetsLost,
    jitterMs: inbound.jitterMs,
    codec: negotiation.agreement?.codec,
  });

  return (request) => {
    switch (request.kind) {
      case "answer": {
        const settled = settle(negotiation.takeOffer(request.offer, request.codecs), request.early);
        return { kind: "answer", sdp: negotiation.writeAnswer(), ...settled };
      }
      case "offer":
        if (request.restartIce) transport.restartIce();
        return { kind: "offer", sdp: negotiation.writeOffer(request.codecs) };
      case "accept":
        return { kind: "accept", ...settle(negotiation.takeAnswer(request.answer), request.early) };
      case "stats":
        return { kind: "stats", stats: stats() };
    }
  };
}

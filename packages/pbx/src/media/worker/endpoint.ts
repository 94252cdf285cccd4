import { randomBytes } from "node:crypto";
import { codecProfile } from "../codec.ts";
import type { DtlsCertificate } from "../dtls/dtls-session.ts";
import type { TransportAddress } from "../ice/lite-agent.ts";
import type { AudioCodec, MediaEvent, MediaStats } from "../media.port.ts";
import type { PortReply, PortRequest, WireSource } from "../media.protocol.ts";
import { AUDIO } from "../rtp/audio-packet.ts";
import type { AudioPacket, PacketContent } from "../rtp/audio-packet.ts";
import { createInboundStream } from "../rtp/inbound-stream.ts";
import { createOutboundStream } from "../rtp/outbound-stream.ts";
import { createNegotiation } from "./negotiation.ts";
import type { Taken } from "./negotiation.ts";
import { createSecureTransport } from "./secure-transport.ts";
import type { Switchboard } from "./switchboard.ts";
import type { UdpSocket } from "./udp-socket.ts";

/** The worker's side of one media port: negotiation, transport and both RTP streams of one party. */
export interface Endpoint {
  handle(request: PortRequest): PortReply;
  hear(source: WireSource): void;
  receive(datagram: Buffer, from: TransportAddress): void;
  close(): void;
}

export interface EndpointOptions {
  readonly id: string;
  /** Epoch ms with fractions. */
  readonly now: () => number;
  readonly address: string;
  readonly socket: UdpSocket;
  readonly certificate: DtlsCertificate;
  readonly switchboard: Switchboard;
  readonly worker: number;
  readonly emit: (event: MediaEvent) => void;
}

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { id, now, socket, switchboard, emit } = options;
  const inbound = createInboundStream({ now });
  const outbound = createOutboundStream({
    now,
    randomUint32,
    send: (header, payload) => transport.sendRtp(header, payload),
  });
  let stopHearing = (): void => undefined;

  const transport = createSecureTransport({
    now,
    socket,
    certificate: options.certificate,
    onConnected: () => emit({ kind: "connected" }),
    onFailed: (reason) => {
      close();
      emit({ kind: "failed", reason });
    },
    onRtp: (header, payload) => receiveRtp(header, payload),
    onRtcp: () => undefined,
  });
  const negotiation = createNegotiation({
    sessionId: String(randomBytes(6).readUIntBE(0, 6)),
    address: options.address,
    port: socket.port,
    ssrc: outbound.ssrc,
    fingerprint: options.certificate.fingerprint,
    credentials: () => transport.localCredentials,
  });

  const receiveRtp = (header: Buffer, payload: Buffer): void => {
    const { agreement } = negotiation;
    if (agreement === undefined || payload.length === 0) return;
    const second = header[1] ?? 0;
    const content = contentOf(second & 0x7f);
    if (content === undefined) return;
    const packet: AudioPacket = {
      origin: id,
      ssrc: header.readUInt32BE(8),
      content,
      codec: agreement.codec,
      sequence: header.readUInt16BE(2),
      timestamp: header.readUInt32BE(4),
      marker: second > 0x7f,
      payload,
    };
    inbound.receive({
      ssrc: packet.ssrc,
      sequence: packet.sequence,
      timestamp: packet.timestamp,
      clockRate: codecProfile(agreement.codec).clockRate,
    });
    switchboard.publish(packet);
  };

  const contentOf = (payloadType: number): PacketContent | undefined => {
    const { agreement } = negotiation;
    if (payloadType === agreement?.payloadType) return AUDIO;
    if (payloadType !== agreement?.telephoneEvent?.payloadType) return undefined;
    return { kind: "telephone-event", clockRate: agreement.telephoneEvent.clockRate };
  };

  const settle = ({
    agreement,
    security,
  }: Taken): { codec: AudioCodec; direction: Taken["agreement"]["direction"] } => {
    outbound.setAgreement(agreement);
    const { restarted } = transport.setRemote(security);
    if (restarted) transport.restartIce();
    return { codec: agreement.codec, direction: agreement.direction };
  };

  const close = (): void => {
    stopHearing();
    transport.close();
  };

  return {
    handle: (request) => {
      switch (request.kind) {
        case "answer": {
          const settled = settle(negotiation.takeOffer(request.offer, request.codecs));
          return { kind: "answer", sdp: negotiation.writeAnswer(), ...settled };
        }
        case "offer":
          if (request.restartIce) transport.restartIce();
          return { kind: "offer", sdp: negotiation.writeOffer(request.codecs) };
        case "accept":
          return { kind: "accept", ...settle(negotiation.takeAnswer(request.answer)) };
        case "stats":
          return { kind: "stats", stats: stats() };
      }
    },
    hear: (source) => {
      stopHearing();
      stopHearing = () => undefined;
      if (source.kind === "peer") {
        stopHearing = switchboard.listen({ id: source.port, worker: source.worker }, outbound.forward);
      } else if (source.kind === "echo") {
        stopHearing = switchboard.listen({ id, worker: options.worker }, outbound.forward);
      }
    },
    receive: (datagram, from) => transport.receive(datagram, from),
    close,
  };

  function stats(): MediaStats {
    return {
      packetsReceived: inbound.packetsReceived,
      packetsSent: outbound.packetsSent,
      packetsLost: inbound.packetsLost,
      jitterMs: inbound.jitterMs,
      codec: negotiation.agreement?.codec,
    };
  }
}

function randomUint32(): number {
  return randomBytes(4).readUInt32BE(0);
}

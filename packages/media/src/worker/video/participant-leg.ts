import { randomBytes } from "node:crypto";
import { writeRoomAnswer } from "../../description/room-answer.ts";
import type { RoomOffer } from "../../description/room-offer.ts";
import type { DtlsCertificate } from "../../dtls/certificate.ts";
import { rtpHeaderLength } from "../../srtp/srtp-session.ts";
import type { DescribedSlot, ParticipantPlan } from "../../video/room/participant-plan.ts";
import { createConsentWatch } from "../consent-watch.ts";
import { answerRole } from "../negotiation.ts";
import { MOST_SOUND_PER_SECOND, createSecureTransport } from "../secure-transport.ts";
import type { DtlsRole } from "../secure-transport.ts";
import type { LegSocket, WorkerSocket } from "../worker-socket.ts";

/** One participant's transport: everything that it sends and receives in a room. */
export interface ParticipantLeg {
  /** Applies an offer; returns the answer. */
  answer(offer: RoomOffer, described: readonly DescribedSlot[]): string;
  /** `headerLength` includes extensions. */
  send(packet: Buffer, headerLength: number): void;
  sendReport(packet: Buffer): void;
  /** Each second. */
  look(): void;
  close(): void;
}

export interface ParticipantLegOptions {
  readonly socket: WorkerSocket;
  readonly certificate: DtlsCertificate;
  /** Epoch ms with fractions. */
  readonly now: () => number;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  readonly onConnected: () => void;
  readonly onFailed: (reason: string) => void;
  /** A whole RTP packet, decrypted, that nothing else keeps. */
  readonly onPacket: (packet: Buffer) => void;
  readonly onReport: (compound: Buffer) => void;
}

export async function openParticipantLeg(options: ParticipantLegOptions): Promise<ParticipantLeg> {
  const target: { leg?: ParticipantLeg & Pick<Parts, "receive"> } = {};
  const socket = await options.socket.open(
    (datagram, from, isKnown) => target.leg?.receive(datagram, from, isKnown) ?? false,
    MOST_QUEUED_BYTES,
  );
  target.leg = createLeg(options, socket);
  return target.leg;
}

type Parts = ReturnType<typeof createSecureTransport>;

function createLeg(options: ParticipantLegOptions, socket: LegSocket): ParticipantLeg & Pick<Parts, "receive"> {
  const { certificate, now, onPacket } = options;
  const sessionId = String(randomBytes(6).readUIntBE(0, 6));
  const consentWatch = createConsentWatch({ now });
  let packetsPerSecond = MOST_SOUND_PER_SECOND;
  let version = 0;
  let role: DtlsRole | undefined;

  const transport = createSecureTransport({
    now,
    setTimeout: options.setTimeout,
    socket,
    certificate,
    onConnected: options.onConnected,
    onFailed: options.onFailed,
    onRtp: (received, payload) => onPacket(plainPacket(received, payload)),
    onRtcp: options.onReport,
    bounds: { packetsPerSecond: () => packetsPerSecond, ssrcs: MOST_SSRCS },
  });

  return {
    receive: transport.receive,
    answer: (offer, described) => {
      const { ice, fingerprints, setup } = offer.security;
      packetsPerSecond = packetsPerSecondOf(offer.plan);
      version += 1;
      role = answerRole(setup, role);
      transport.setRemote({ ice, fingerprints, role });
      if (!transport.connected) consentWatch.expectChecks();
      return writeRoomAnswer({
        offer,
        described,
        sessionId,
        version,
        candidates: socket.candidates,
        ice: transport.localCredentials,
        fingerprint: certificate.fingerprint,
        setup: role === "client" ? "active" : "passive",
      });
    },
    send: (packet, headerLength) => {
      transport.sendRtp(packet.subarray(0, headerLength), packet.subarray(headerLength));
    },
    sendReport: transport.sendRtcp,
    look: () => {
      const verdict = consentWatch.look(transport);
      if (verdict.kind === "failed") options.onFailed(verdict.reason);
      else if (verdict.kind === "silent") transport.expireConsent();
    },
    close: transport.close,
  };
}

/** Header and payload in one piece; without padding, which has no meaning here. */
function plainPacket(received: Buffer, payload: Buffer): Buffer {
  const headerLength = rtpHeaderLength(received) ?? 0;
  const packet = Buffer.allocUnsafe(headerLength + payload.length);
  received.copy(packet, 0, 0, headerLength);
  packet.set(payload, headerLength);
  packet[0] = packet.readUInt8(0) & ~PADDING;
  return packet;
}

/** The most packets of its sections: layers of a picture, packets that are sent again, and reports about what it receives. */
function packetsPerSecondOf({ sends, pictures, sounds }: ParticipantPlan): number {
  const sent = sends.map(({ kind }) => (kind === "voice" || kind === "screen-sound" ? OF_SOUND : OF_PICTURE));
  const received = (pictures.mids.length + sounds.mids.length) * REPORTS_OF_SLOT;
  return sent.reduce((sum, one) => sum + one, MOST_SOUND_PER_SECOND + received);
}

const PADDING = 0x20;
const OF_SOUND = 200; // packets of 10 ms, and as many again
const OF_PICTURE = 1500; // 14 Mbit/s: three layers take 4, a screen in motion 8
const REPORTS_OF_SLOT = 10; // packets that are missing, key frames
const MOST_SSRCS = 256; // a screen that is shared again brings others
const MOST_QUEUED_BYTES = 256 * 1024; // by TCP: a key frame of each of eight pictures

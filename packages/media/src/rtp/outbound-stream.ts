import { codecProfile, ticksPerFrame } from "../codec.ts";
import type { AudioAgreement } from "../description/audio-agreement.ts";
import type { AudioPacket } from "./audio-packet.ts";
import { rescaleTelephoneEvent } from "./telephone-event.ts";

/**
 * The one RTP stream that a party receives from us. With any source (another party, a prompt, digits) its SSRC stays
 * the same, sequence numbers and timestamps are continuous (RFC 3550 §5.1), and the first packet of each source has the
 * marker bit set.
 */
export interface OutboundStream {
  readonly ssrc: number;
  readonly packetsSent: number;
  readonly octetsSent: number;
  /** RTP time of this moment, for sender reports (RFC 3550 §6.4.1); undefined before the first packet. */
  rtpTimeNow(): number | undefined;
  setAgreement(agreement: AudioAgreement): void;
  /**
   * Relays a packet with new numbers. Dropped: another codec, or a late packet from before a change of source. A jump
   * of its numbers counts as a change of source.
   */
  forward(packet: AudioPacket): void;
  /** Sends 20 ms of audio made here; `origin` identifies the source. */
  sendFrame(origin: string, payload: Uint8Array): void;
  /**
   * Sends one RFC 4733 packet; all packets with the same `origin` are one event and have the timestamp of its first
   * packet.
   */
  sendEvent(origin: string, payload: Uint8Array): void;
}

export interface OutboundStreamOptions {
  readonly now: () => number;
  readonly randomUint32: () => number;
  /** Takes a 12-byte header, valid until it returns, and a payload; returns whether they were sent. */
  readonly send: (header: Buffer, payload: Uint8Array) => boolean;
}

type Source =
  | { readonly kind: "none" }
  | ({ readonly kind: "relayed" } & Relayed)
  | { readonly kind: "made"; readonly origin: string }
  | { readonly kind: "event"; readonly origin: string; readonly timestamp: number };

/** How the numbers of a relayed source map to ours. */
interface Relayed {
  readonly origin: string;
  readonly sourceSsrc: number;
  readonly sequenceOffset: number;
  readonly timestampOffset: number;
  /** Our number of its first packet while an older one may still arrive; undefined after a while. */
  readonly firstSequence: number | undefined;
}

interface Numbered {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly payload: Uint8Array;
}

const HEADER = 12;
const MARKER = 0x80;
const SETTLED_AFTER = 256; // packets, 5 s: nothing arrives that late
const JUMP = 500; // packets, 10 s; as in a mix. Far below half the range, at which a far end with losses would miscount (RFC 3711 §3.3.1)

export function createOutboundStream({ now, randomUint32, send }: OutboundStreamOptions): OutboundStream {
  const ssrc = randomUint32();
  const header = Buffer.alloc(HEADER);
  header[0] = 0x80; // version 2, no padding, extension or CSRC
  header.writeUInt32BE(ssrc, 8);

  let agreement: AudioAgreement | undefined;
  let source: Source = { kind: "none" };
  let lastSequence = randomUint32() & 0x7fff; // RFC 3711 §3.3.1: low, so that losing the first packets cannot hide a wrap
  let anchor: { readonly timestamp: number; readonly at: number } | undefined;
  let packetsSent = 0;
  let octetsSent = 0;

  /** The agreement while the far end wants to hear anything. */
  const hearing = (): AudioAgreement | undefined =>
    agreement?.direction === "sendrecv" || agreement?.direction === "recvonly" ? agreement : undefined;

  /** A new source starts later by the time that passed, by at least one frame. */
  const startTimestamp = (active: AudioAgreement): number => {
    if (anchor === undefined) return randomUint32();
    const elapsed = Math.round(((now() - anchor.at) * codecProfile(active.codec).clockRate) / 1000);
    return (anchor.timestamp + Math.max(elapsed, ticksPerFrame(active.codec))) >>> 0;
  };

  /** Returns whether the packet was sent: before the transport is up a source has not started. */
  const write = (packet: Numbered): boolean => {
    header[1] = packet.payloadType | (packet.marker ? MARKER : 0);
    header.writeUInt16BE(packet.sequence, 2);
    header.writeUInt32BE(packet.timestamp, 4);
    if (!send(header, packet.payload)) return false;
    packetsSent += 1;
    octetsSent += packet.payload.length;
    if (signed16(packet.sequence - lastSequence) <= 0) return true; // out of order
    lastSequence = packet.sequence;
    if (anchor?.timestamp !== packet.timestamp) anchor = { timestamp: packet.timestamp, at: now() };
    return true;
  };

  const nextSequence = (): number => (lastSequence + 1) & 0xffff;

  const startRelay = (active: AudioAgreement, packet: AudioPacket): Relayed => ({
    origin: packet.origin,
    sourceSsrc: packet.ssrc,
    sequenceOffset: (nextSequence() - packet.sequence) & 0xffff,
    timestampOffset: (startTimestamp(active) - packet.timestamp) >>> 0,
    firstSequence: nextSequence(),
  });

  return {
    ssrc,
    get packetsSent() {
      return packetsSent;
    },
    get octetsSent() {
      return octetsSent;
    },
    rtpTimeNow: () => {
      if (agreement === undefined || anchor === undefined) return undefined;
      return (
        (anchor.timestamp + Math.round(((now() - anchor.at) * codecProfile(agreement.codec).clockRate) / 1000)) >>> 0
      );
    },
    setAgreement: (next) => {
      if (agreement?.codec !== next.codec) source = { kind: "none" };
      agreement = next;
    },
    forward: (packet) => {
      const active = hearing();
      if (active === undefined || packet.codec !== active.codec) return;
      const fitted = fit(packet, active);
      if (fitted === undefined) return;

      const continued = continuedBy(source, packet, lastSequence);
      const running = continued !== undefined;
      const relayed = continued ?? startRelay(active, packet);
      const sequence = (packet.sequence + relayed.sequenceOffset) & 0xffff;
      const age = relayed.firstSequence === undefined ? SETTLED_AFTER : signed16(sequence - relayed.firstSequence);
      if (age < 0) return;
      const sent = write({
        payloadType: fitted.payloadType,
        marker: packet.marker || !running,
        sequence,
        timestamp: (packet.timestamp + relayed.timestampOffset) >>> 0,
        payload: fitted.payload,
      });
      if (!sent) return;
      if (!running) source = { kind: "relayed", ...relayed };
      else if (age >= SETTLED_AFTER && relayed.firstSequence !== undefined) {
        source = { kind: "relayed", ...relayed, firstSequence: undefined };
      }
    },
    sendFrame: (origin, payload) => {
      const active = hearing();
      if (active === undefined) return;
      const running = source.kind === "made" && source.origin === origin && anchor !== undefined;
      const timestamp =
        running && anchor !== undefined
          ? (anchor.timestamp + ticksPerFrame(active.codec)) >>> 0
          : startTimestamp(active);
      const { payloadType } = active;
      const sent = write({ payloadType, marker: !running, sequence: nextSequence(), timestamp, payload });
      if (sent && !running) source = { kind: "made", origin };
    },
    sendEvent: (origin, payload) => {
      const active = hearing();
      if (active?.telephoneEvent === undefined) return;
      const running = source.kind === "event" && source.origin === origin;
      if (!running) source = { kind: "event", origin, timestamp: startTimestamp(active) };
      if (source.kind !== "event") return;
      const { payloadType } = active.telephoneEvent;
      write({ payloadType, marker: !running, sequence: nextSequence(), timestamp: source.timestamp, payload });
    },
  };
}

/** The source, if this packet continues it. */
function continuedBy(source: Source, packet: AudioPacket, lastSequence: number): Relayed | undefined {
  if (source.kind !== "relayed" || source.origin !== packet.origin || source.sourceSsrc !== packet.ssrc)
    return undefined;
  const ahead = signed16(packet.sequence + source.sequenceOffset - lastSequence);
  return Math.abs(ahead) <= JUMP ? source : undefined;
}

/** The payload and payload type as the far end negotiated them; undefined if it did not negotiate telephone-event. */
function fit(packet: AudioPacket, active: AudioAgreement): { payloadType: number; payload: Uint8Array } | undefined {
  if (packet.content.kind === "audio") return { payloadType: active.payloadType, payload: packet.payload };
  if (active.telephoneEvent === undefined) return undefined;
  const { payloadType, clockRate } = active.telephoneEvent;
  return { payloadType, payload: rescaleTelephoneEvent(packet.payload, packet.content.clockRate, clockRate) };
}

function signed16(difference: number): number {
  const wrapped = difference & 0xffff;
  return wrapped >= 0x8000 ? wrapped - 0x1_0000 : wrapped;
}

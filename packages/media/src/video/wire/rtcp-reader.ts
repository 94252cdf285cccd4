import { readTransportFeedback } from "./transport-feedback.ts";
import type { TransportFeedback } from "./transport-feedback.ts";

/** What one packet of a compound says; numbers as on the wire. */
export type ControlPacket =
  | {
      readonly kind: "sender-report";
      readonly ssrc: number;
      /** Milliseconds since 1900, with fractions: the sender's own clock. */
      readonly ntpMs: number;
      /** The middle 32 bits of its NTP time, which a report of ours repeats. */
      readonly lastReport: number;
      readonly rtpTime: number;
      readonly blocks: readonly ReportBlock[];
    }
  | { readonly kind: "receiver-report"; readonly ssrc: number; readonly blocks: readonly ReportBlock[] }
  | { readonly kind: "description"; readonly names: readonly { readonly ssrc: number; readonly cname: string }[] }
  | { readonly kind: "bye"; readonly ssrcs: readonly number[] }
  | { readonly kind: "nack"; readonly media: number; readonly sequences: readonly number[] }
  /** PLI or FIR: the decoder of this SSRC needs a key frame. */
  | { readonly kind: "key-frame-request"; readonly media: number }
  | { readonly kind: "bandwidth"; readonly bitsPerSecond: number } // REMB
  | { readonly kind: "transport-feedback"; readonly feedback: TransportFeedback };

/** RFC 3550 §6.4.1. */
export interface ReportBlock {
  readonly ssrc: number;
  /** Of 256. */
  readonly fractionLost: number;
  readonly lastReport: number;
  /** In 1/65,536 s. */
  readonly delaySinceLastReport: number;
}

/** More than a browser asks for at once; a list that is longer ends here. */
const MOST_NACKED = 512;
const MOST_COMPOUND_BYTES = 1500;
const BLOCK = 24;

/** The packets of a compound, or of a reduced-size one (RFC 5506). It ends at the first that is malformed. */
export function readCompound(compound: Buffer): readonly ControlPacket[] {
  const found: ControlPacket[] = [];
  if (compound.length > MOST_COMPOUND_BYTES) return found;
  for (let start = 0; start + 4 <= compound.length;) {
    const first = compound.readUInt8(start);
    const end = start + 4 + compound.readUInt16BE(start + 2) * 4;
    if (first >> 6 !== 2 || end > compound.length) return found;
    const padding = (first & 0x20) === 0 ? 0 : compound.readUInt8(end - 1);
    if (padding > end - start - 4) return found;
    const packet = compound.subarray(start, end - padding);
    const read = readPacket(packet, first & 0x1f, compound.readUInt8(start + 1));
    if (read !== undefined) found.push(read);
    start = end;
  }
  return found;
}

function readPacket(packet: Buffer, count: number, type: number): ControlPacket | undefined {
  switch (type) {
    case 200:
      return packet.length < 28 ? undefined : readSenderReport(packet, count);
    case 201:
      if (packet.length < 8) return undefined;
      return { kind: "receiver-report", ssrc: packet.readUInt32BE(4), blocks: readBlocks(packet, 8, count) };
    case 202:
      return { kind: "description", names: readNames(packet, count) };
    case 203:
      return { kind: "bye", ssrcs: readSsrcs(packet, 4, count) };
    case 205:
      if (packet.length < 12) return undefined;
      if (count === 1) return { kind: "nack", media: packet.readUInt32BE(8), sequences: readNacked(packet) };
      return count === 15 ? transportFeedback(packet) : undefined;
    case 206:
      return packet.length < 12 ? undefined : readPayloadFeedback(packet, count);
    default:
      return undefined;
  }
}

function readSenderReport(packet: Buffer, count: number): ControlPacket {
  return {
    kind: "sender-report",
    ssrc: packet.readUInt32BE(4),
    ntpMs: packet.readUInt32BE(8) * 1000 + (packet.readUInt32BE(12) * 1000) / 0x1_0000_0000,
    lastReport: packet.readUInt32BE(10),
    rtpTime: packet.readUInt32BE(16),
    blocks: readBlocks(packet, 28, count),
  };
}

function readBlocks(packet: Buffer, start: number, count: number): readonly ReportBlock[] {
  const blocks: ReportBlock[] = [];
  for (let at = start; blocks.length < count && at + BLOCK <= packet.length; at += BLOCK) {
    blocks.push({
      ssrc: packet.readUInt32BE(at),
      fractionLost: packet.readUInt8(at + 4),
      lastReport: packet.readUInt32BE(at + 16),
      delaySinceLastReport: packet.readUInt32BE(at + 20),
    });
  }
  return blocks;
}

/** Chunks of items, each padded to complete words (RFC 3550 §6.5). */
function readNames(packet: Buffer, count: number): readonly { ssrc: number; cname: string }[] {
  const names: { ssrc: number; cname: string }[] = [];
  let at = 4;
  for (let chunk = 0; chunk < count && at + 4 <= packet.length; chunk += 1) {
    const ssrc = packet.readUInt32BE(at);
    at += 4;
    while (at + 2 <= packet.length && packet.readUInt8(at) !== 0) {
      const length = packet.readUInt8(at + 1);
      if (at + 2 + length > packet.length) return names;
      if (packet.readUInt8(at) === 1) names.push({ ssrc, cname: packet.toString("utf8", at + 2, at + 2 + length) });
      at += 2 + length;
    }
    at = (at & ~3) + 4;
  }
  return names;
}

function readSsrcs(packet: Buffer, start: number, count: number): readonly number[] {
  const ssrcs: number[] = [];
  for (let at = start; ssrcs.length < count && at + 4 <= packet.length; at += 4) ssrcs.push(packet.readUInt32BE(at));
  return ssrcs;
}

/** A number and a mask of the 16 after it (RFC 4585 §6.2.1). */
function readNacked(packet: Buffer): readonly number[] {
  const sequences: number[] = [];
  for (let at = 12; at + 4 <= packet.length; at += 4) {
    const sequence = packet.readUInt16BE(at);
    const mask = packet.readUInt16BE(at + 2);
    for (let bit = -1; bit < 16; bit += 1) {
      if (bit >= 0 && (mask & (1 << bit)) === 0) continue;
      if (sequences.length === MOST_NACKED) return sequences;
      sequences.push((sequence + bit + 1) & 0xffff);
    }
  }
  return sequences;
}

function transportFeedback(packet: Buffer): ControlPacket | undefined {
  const feedback = readTransportFeedback(packet);
  return feedback === undefined ? undefined : { kind: "transport-feedback", feedback };
}

function readPayloadFeedback(packet: Buffer, format: number): ControlPacket | undefined {
  if (format === 1) return { kind: "key-frame-request", media: packet.readUInt32BE(8) };
  // FIR names the stream in its first entry (RFC 5104 §4.3.1).
  if (format === 4 && packet.length >= 20) return { kind: "key-frame-request", media: packet.readUInt32BE(12) };
  // draft-alvestrand-rmcat-remb-03 §2.2
  if (format !== 15 || packet.length < 20 || packet.toString("latin1", 12, 16) !== "REMB") return undefined;
  const exponent = packet.readUInt8(17) >> 2;
  const mantissa = packet.readUIntBE(17, 3) & 0x3ffff;
  return { kind: "bandwidth", bitsPerSecond: mantissa * 2 ** exponent };
}

import type { ReceptionReport } from "../../rtp/inbound-stream.ts";

/** RTCP packets that the engine sends to publishers. Sender reports are those of calls (`rtp/rtcp-report.ts`). */

const BLOCK = 24;
const MOST_BLOCKS = 31; // five bits

export interface ReceptionBlock extends ReceptionReport {
  /** From the stream's last sender report; 0 before the first. */
  readonly lastReport: number;
  readonly delaySinceLastReportMs: number;
}

/** A receiver report of several streams (RFC 3550 §6.4.2); at most 31, the rest is left out. */
export function writeReceiverReport(sender: number, blocks: readonly ReceptionBlock[]): Buffer {
  const told = blocks.slice(0, MOST_BLOCKS);
  const packet = header({ type: 201, count: told.length, length: 8 + told.length * BLOCK, sender });
  told.forEach((block, index) => {
    const at = 8 + index * BLOCK;
    packet.writeUInt32BE(block.ssrc, at);
    packet[at + 4] = block.fractionLost;
    packet.writeUIntBE(Math.min(block.packetsLost, 0x7f_ffff), at + 5, 3);
    packet.writeUInt32BE(block.highestSequence, at + 8);
    packet.writeUInt32BE(block.jitter >>> 0, at + 12);
    packet.writeUInt32BE(block.lastReport, at + 16);
    if (block.lastReport !== 0) {
      packet.writeUInt32BE(Math.round(block.delaySinceLastReportMs * 65.536) >>> 0, at + 20);
    }
  });
  return packet;
}

/** Asks for packets again (RFC 4585 §6.2.1). `sequences` are in order; at most 300 entries are written. */
export function writeNack(sender: number, media: number, sequences: readonly number[]): Buffer {
  const entries: { readonly first: number; mask: number }[] = [];
  for (const sequence of sequences) {
    const last = entries.at(-1);
    const distance = last === undefined ? 0 : (sequence - last.first) & 0xffff;
    if (last !== undefined && distance >= 1 && distance <= 16) last.mask |= 1 << (distance - 1);
    else if (entries.length < 300) entries.push({ first: sequence & 0xffff, mask: 0 });
  }
  const packet = header({ type: 205, count: 1, length: 12 + entries.length * 4, sender });
  packet.writeUInt32BE(media, 8);
  entries.forEach(({ first, mask }, index) => {
    packet.writeUInt16BE(first, 12 + index * 4);
    packet.writeUInt16BE(mask, 14 + index * 4);
  });
  return packet;
}

/** Asks for a key frame (RFC 4585 §6.3.1). */
export function writePictureLoss(sender: number, media: number): Buffer {
  const packet = header({ type: 206, count: 1, length: 12, sender });
  packet.writeUInt32BE(media, 8);
  return packet;
}

function header({
  type,
  count,
  length,
  sender,
}: {
  type: number;
  count: number;
  length: number;
  sender: number;
}): Buffer {
  const packet = Buffer.alloc(length);
  packet[0] = 0x80 | count;
  packet[1] = type;
  packet.writeUInt16BE(length / 4 - 1, 2);
  packet.writeUInt32BE(sender, 4);
  return packet;
}

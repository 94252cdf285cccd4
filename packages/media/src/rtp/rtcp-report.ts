import type { ReceptionReport } from "./inbound-stream.ts";

/** The values of a far end's sender report that our next receiver report repeats (RFC 3550 §6.4.1). */
export interface SenderReport {
  readonly ssrc: number;
  /** The middle 32 bits of its NTP time. */
  readonly lastReport: number;
}

export interface OwnReport {
  readonly ssrc: number;
  /** Epoch ms. */
  readonly now: number;
  /** Present after something was sent. */
  readonly sent: { readonly rtpTime: number; readonly packets: number; readonly octets: number } | undefined;
  readonly reception:
    | (ReceptionReport & { readonly lastReport: number; readonly delaySinceLastReportMs: number })
    | undefined;
}

export const REPORT_EVERY_MS = 5000; // RFC 3550 §6.2, the recommended minimum interval

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const CNAME = Buffer.from("callpanel");
const NTP_OFFSET_S = 2_208_988_800; // from 1900 to 1970
const BLOCK = 24; // bytes of one reception report

/** A compound packet: sender or receiver report, then the CNAME (RFC 3550 §6.1). */
export function writeReport(report: OwnReport): Buffer {
  return Buffer.concat([
    report.sent === undefined ? receiverReport(report) : senderReport(report, report.sent),
    description(report.ssrc),
  ]);
}

/** The sender reports in a compound packet; malformed ones are ignored. */
export function readSenderReports(compound: Buffer): readonly SenderReport[] {
  const found: SenderReport[] = [];
  let start = 0;
  while (start + 4 <= compound.length) {
    const length = 4 + compound.readUInt16BE(start + 2) * 4;
    if (compound[start + 1] === SENDER_REPORT && length >= 28 && start + length <= compound.length) {
      found.push({ ssrc: compound.readUInt32BE(start + 4), lastReport: compound.readUInt32BE(start + 10) });
    }
    start += length;
  }
  return found;
}

function senderReport(report: OwnReport, sent: NonNullable<OwnReport["sent"]>): Buffer {
  const packet = header(SENDER_REPORT, 28, report);
  const seconds = Math.floor(report.now / 1000);
  packet.writeUInt32BE((seconds + NTP_OFFSET_S) % 0x1_0000_0000, 8);
  packet.writeUInt32BE(Math.floor(((report.now / 1000 - seconds) * 0x1_0000_0000) % 0x1_0000_0000), 12);
  packet.writeUInt32BE(sent.rtpTime, 16);
  packet.writeUInt32BE(sent.packets >>> 0, 20);
  packet.writeUInt32BE(sent.octets >>> 0, 24);
  writeBlock(packet, 28, report.reception);
  return packet;
}

function receiverReport(report: OwnReport): Buffer {
  const packet = header(RECEIVER_REPORT, 8, report);
  writeBlock(packet, 8, report.reception);
  return packet;
}

function header(type: number, fixed: number, { ssrc, reception }: OwnReport): Buffer {
  const packet = Buffer.alloc(fixed + (reception === undefined ? 0 : BLOCK));
  packet[0] = 0x80 | (reception === undefined ? 0 : 1);
  packet[1] = type;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(ssrc, 4);
  return packet;
}

function writeBlock(packet: Buffer, offset: number, reception: OwnReport["reception"]): void {
  if (reception === undefined) return;
  packet.writeUInt32BE(reception.ssrc, offset);
  packet.writeUInt8(reception.fractionLost, offset + 4);
  packet.writeUIntBE(Math.min(reception.packetsLost, 0x7f_ffff), offset + 5, 3);
  packet.writeUInt32BE(reception.highestSequence, offset + 8);
  packet.writeUInt32BE(reception.jitter >>> 0, offset + 12);
  packet.writeUInt32BE(reception.lastReport, offset + 16);
  packet.writeUInt32BE(
    reception.lastReport === 0 ? 0 : Math.round((reception.delaySinceLastReportMs * 65_536) / 1000) >>> 0,
    offset + 20,
  );
}

/** One chunk with one CNAME item, padded to complete words with at least one zero (RFC 3550 §6.5). */
function description(ssrc: number): Buffer {
  const packet = Buffer.alloc(8 + Math.ceil((2 + CNAME.length + 1) / 4) * 4);
  packet[0] = 0x81;
  packet[1] = SOURCE_DESCRIPTION;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(ssrc, 4);
  packet[8] = 1; // CNAME
  packet[9] = CNAME.length;
  packet.set(CNAME, 10);
  return packet;
}

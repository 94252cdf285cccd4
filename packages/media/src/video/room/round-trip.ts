import type { ReportBlock } from "../wire/rtcp-reader.ts";

/** The round trip to one participant, from its reports about ours (RFC 3550 §6.4.1). */
export class RoundTrip {
  ms = FIRST_MS;

  heard({ lastReport, delaySinceLastReport }: ReportBlock, nowMs: number): void {
    if (lastReport === 0) return;
    const middle = middleOfNtp(nowMs);
    const trip = ((middle - lastReport - delaySinceLastReport) >>> 0) / 65.536;
    if (trip > MOST_MS) return; // a clock that stepped, or a lie
    this.ms += (trip - this.ms) / 8;
  }
}

/** The middle 32 bits of the NTP time, in 1/65,536 s. */
function middleOfNtp(nowMs: number): number {
  return Math.floor((nowMs / 1000 + NTP_OFFSET_S) * 65_536) % 0x1_0000_0000;
}

const FIRST_MS = 100;
const MOST_MS = 5000;
const NTP_OFFSET_S = 2_208_988_800; // from 1900 to 1970

import { createReplayWindow } from "./replay-window.ts";

/**
 * Numbers the packets that we send under one key and SSRC (RFC 3711 §3.3.1). No index is given twice, whatever sequence
 * numbers are asked for: two packets of one index are encrypted with one keystream, and give away each other's sound
 * and, with GCM, the key that authenticates (RFC 3711 §9.1, RFC 7714 §8.4).
 */
export interface SentIndex {
  /** The rollover count to send this sequence number under; undefined when the packet must not be sent. */
  claim(sequence: number): number | undefined;
}

const SEQUENCES = 0x1_0000;
const HALF = SEQUENCES / 2;
const INDEXES = 2 ** 48; // RFC 3711 §9.2: then the key is used up

export function createSentIndex(): SentIndex {
  const sent = createReplayWindow();
  let highest: number | undefined;
  return {
    claim: (sequence) => {
      const index = highest === undefined ? sequence : nearest(highest, sequence);
      if (index < 0 || index >= INDEXES || !sent.admits(index)) return undefined;
      sent.note(index);
      highest = Math.max(highest ?? 0, index);
      return Math.floor(index / SEQUENCES);
    },
  };
}

/** A number half the range away counts as behind: too old, and so not sent. */
function nearest(highest: number, sequence: number): number {
  const ahead = (sequence - (highest % SEQUENCES) + SEQUENCES) % SEQUENCES;
  return highest + (ahead < HALF ? ahead : ahead - SEQUENCES);
}

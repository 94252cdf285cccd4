import { createReplayWindow } from "./replay-window.ts";

/**
 * Numbers the packets that we send with one key and SSRC (RFC 3711 §3.3.1). No index is used twice, for any requested
 * sequence numbers: two packets with the same index are encrypted with the same keystream, and reveal each other's
 * audio and, with GCM, the key that authenticates (RFC 3711 §9.1, RFC 7714 §8.4).
 */
export interface SentIndex {
  /** The rollover count with which to send this sequence number; undefined when the packet must not be sent. */
  claim(sequence: number): number | undefined;
}

const SEQUENCES = 0x1_0000;
const HALF = SEQUENCES / 2;
const INDEXES = 2 ** 48; // RFC 3711 §9.2: then the key must not be used any more

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

/** A number half the range away counts as earlier: too old, and therefore not sent. */
function nearest(highest: number, sequence: number): number {
  const ahead = (sequence - (highest % SEQUENCES) + SEQUENCES) % SEQUENCES;
  return highest + (ahead < HALF ? ahead : ahead - SEQUENCES);
}

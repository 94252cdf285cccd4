/** The 48-bit index of an SRTP packet: how often the sequence number has wrapped, for one SSRC (RFC 3711 §3.3.1). */
export interface PacketIndex {
  readonly rollover: number;
  readonly sequence: number;
}

const HALF = 0x8000;
const ROLLOVERS = 0x1_0000_0000;

/** The rollover count that a received sequence number most likely belongs to, by RFC 3711 appendix A. */
export function guessRollover(highest: PacketIndex | undefined, sequence: number): number {
  if (highest === undefined) return 0;
  if (highest.sequence < HALF) {
    return sequence - highest.sequence > HALF ? (highest.rollover - 1 + ROLLOVERS) % ROLLOVERS : highest.rollover;
  }
  return highest.sequence - HALF > sequence ? (highest.rollover + 1) % ROLLOVERS : highest.rollover;
}

/** The distance from one index to another; negative when `later` is before `earlier`. */
export function indexDistance(later: PacketIndex, earlier: PacketIndex): number {
  return (later.rollover - earlier.rollover) * 0x1_0000 + later.sequence - earlier.sequence;
}

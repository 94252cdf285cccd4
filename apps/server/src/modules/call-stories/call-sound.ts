import type { CallRecord } from "@callpanel/phone-port";

/** The sound of a call, the worse of both sides value by value. */
export interface CallSound {
  readonly lostPercent: number;
  readonly jitterMs: number;
  /** Null: no phone reported one. */
  readonly mos: number | null;
}

/** STORY-8. Undefined: nothing was measured. */
export function callSound(quality: CallRecord["quality"]): CallSound | undefined {
  const sides = [quality.caller, quality.callee].filter((side) => side !== undefined);
  const heard = sides.filter(({ packetsReceived, packetsLost }) => packetsReceived + packetsLost > 0);
  if (heard.length === 0) return undefined;
  const mos = heard.flatMap(({ phone }) => phone?.mos ?? []);
  return {
    lostPercent: Math.max(
      ...heard.map(({ packetsReceived, packetsLost }) => (100 * packetsLost) / (packetsReceived + packetsLost)),
    ),
    jitterMs: Math.max(...heard.map(({ jitterMs }) => jitterMs)),
    mos: mos.length === 0 ? null : Math.min(...mos),
  };
}

/** Worst first: most lost packets, then more jitter. */
export const byWorstSound = (one: CallSound, other: CallSound): number =>
  other.lostPercent - one.lostPercent || other.jitterMs - one.jitterMs;

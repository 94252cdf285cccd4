/** How many packets may be looked at: a second's worth at once, and again as time goes by. */
export interface PacketRate {
  /** Says whether one more is within the rate. */
  take(): boolean;
}

export interface PacketRateOptions {
  /** Milliseconds. */
  readonly now: () => number;
  readonly perSecond: number;
}

export function createPacketRate({ now, perSecond }: PacketRateOptions): PacketRate {
  let left = perSecond;
  let at = now();
  return {
    take: () => {
      const before = at;
      at = now();
      left = Math.min(perSecond, left + ((at - before) * perSecond) / 1000);
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

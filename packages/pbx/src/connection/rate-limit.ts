import type { Clock } from "@callpanel/phone-port";

/** A token bucket: `take` answers whether one more may pass now. */
export interface RateLimit {
  take(): boolean;
}

export function createRateLimit(options: {
  readonly clock: Clock;
  readonly burst: number;
  readonly perSecond: number;
}): RateLimit {
  const { clock, burst, perSecond } = options;
  let tokens = burst;
  let at = clock.now();
  return {
    take: () => {
      const now = clock.now();
      // A clock that was set back must not lock anybody out.
      tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

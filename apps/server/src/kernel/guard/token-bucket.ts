import type { Clock } from "../clock.ts";

/** Allows `perSecond` on average, and `burst` in one go. */
export interface TokenBucket {
  /** Whether one more is allowed now. */
  take(): boolean;
}

export function createTokenBucket(options: {
  readonly clock: Pick<Clock, "now">;
  readonly perSecond: number;
  readonly burst: number;
}): TokenBucket {
  const { clock, perSecond, burst } = options;
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

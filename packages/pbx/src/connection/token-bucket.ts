import type { Clock } from "@callpanel/phone-port";

// Also in the server (kernel/guard/token-bucket.ts): a package must not import the server, and no package that both import is about limits.
/** Lets `perSecond` through on average and `burst` immediately. */
export interface TokenBucket {
  /** Whether one more may pass now. */
  take(): boolean;
}

export function createTokenBucket(options: {
  readonly clock: Clock;
  readonly burst: number;
  readonly perSecond: number;
}): TokenBucket {
  const { clock, burst, perSecond } = options;
  let tokens = burst;
  let at = clock.now();
  return {
    take: () => {
      const now = clock.now();
      // After the clock was set back, no client may be locked out.
      tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

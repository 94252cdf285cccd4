import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import type { Kept, ShortLived } from "../short-lived/short-lived.ts";

/** The first lock comes after this many failures; each further failure doubles it. */
export interface Threshold {
  readonly failures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** A try that was counted as a failure, unless `lockedMs` is more than 0: then nothing was counted. */
export interface CountedTry {
  readonly lockedMs: number;
  /** Until when this try, if it was wrong, locks the key; 0: not. */
  readonly locksUntil: number;
  /** It was no failure. */
  takeBack(): Promise<void>;
}

/** Counts failures by key, at all servers of a database together. */
export interface GuessCounters {
  lockedMs(key: string): Promise<number>;
  count(key: string, threshold: Threshold): Promise<CountedTry>;
  forget(key: string): Promise<void>;
}

/** Failures are forgotten after this time without another failure. */
const FORGET_MS = 900_000;
/** Keys without a lock, and as many with one: what many others do removes no lock (AUTH-45). */
const MOST = 20_000;

const counterSchema = z.object({ failures: z.number(), failedAt: z.number(), lockedUntil: z.number() });
type Counter = z.infer<typeof counterSchema>;

/** Names are any text, of any length; a digest is short, and keeps no longer text in memory. */
export const keyOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** `of`: what the keys are, once in each process. */
export function createGuessCounters(
  of: string,
  { clock, shortLived }: { readonly clock: Pick<Clock, "now">; readonly shortLived: ShortLived },
): GuessCounters {
  const entries = shortLived.open({ name: `guesses ${of}`, schema: counterSchema, most: MOST, maxChars: 200 });
  const kept = (value: Counter): Kept<Counter> => ({
    value,
    expiresAt: value.failedAt + FORGET_MS + 1,
    holdsUntil: value.lockedUntil,
  });

  return {
    lockedMs: async (key) => ((await entries.find(key))?.lockedUntil ?? 0) - clock.now(),
    count: async (key, threshold) => {
      let lockedMs = 0;
      let locksUntil = 0;
      let earlier: Kept<Counter> | undefined;
      await entries.change(key, (before) => {
        const now = clock.now();
        earlier = before;
        lockedMs = Math.max(0, (before?.value.lockedUntil ?? 0) - now);
        if (lockedMs > 0) return before;
        const failures = (before?.value.failures ?? 0) + 1;
        const lockMs = lockMsAfter(failures, threshold);
        locksUntil = lockMs === 0 ? 0 : now + lockMs;
        return kept({ failures, failedAt: now, lockedUntil: now + lockMs });
      });
      const takeBack = (): Promise<void> =>
        entries.change(key, (counter) => {
          if (counter === undefined) return undefined;
          const left = counter.value.failures - 1;
          // No other try was counted: everything is as it was. A lock that others caused stays.
          if (left === (earlier?.value.failures ?? 0)) return earlier;
          const lockedUntil = left < threshold.failures ? 0 : counter.value.lockedUntil;
          return kept({ ...counter.value, failures: Math.max(0, left), lockedUntil });
        });
      return { lockedMs, locksUntil, takeBack };
    },
    forget: async (key) => {
      await entries.take(key);
    },
  };
}

/** The duration of the lock after this many failures. */
export function lockMsAfter(total: number, { failures, firstLockMs, longestLockMs }: Threshold): number {
  const doublings = Math.min(total - failures, 20);
  return doublings < 0 ? 0 : Math.min(firstLockMs * 2 ** doublings, longestLockMs);
}

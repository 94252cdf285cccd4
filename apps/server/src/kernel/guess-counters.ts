import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";

/** The first lock comes after this many failures; each further failure doubles it. */
export interface Threshold {
  readonly failures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** Counts failures by key. Memory is bounded: at most 40,000 keys. */
export interface GuessCounters {
  lockedMs(key: string): number;
  /** @returns takes the count back, if it was not a failure */
  count(key: string, threshold: Threshold): () => void;
  forget(key: string): void;
  /** The number of keys in memory. */
  readonly size: number;
}

/** Failures are forgotten after this time without another failure. */
const FORGET_MS = 900_000;
/** Limit of keys without a lock; the oldest is dropped. */
const MOST_CALM = 20_000;
/** Limit of keys with a lock. They are separate, so that a flood of other keys does not drop locks (AUTH-45). */
const MOST_LOCKED = 20_000;
/** When a lock has to be dropped, this many of the oldest are compared. */
const LOOKED_AT = 16;

interface Counter {
  readonly failures: number;
  readonly failedAt: number;
  readonly lockedUntil: number;
}

/** A name can have any length. A digest is short, and keeps no longer text in memory. */
export const keyOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

export function createGuessCounters(clock: Pick<Clock, "now">): GuessCounters {
  // Both in order of age: a counter that is written moves to the end.
  const [calm, locked] = [new Map<string, Counter>(), new Map<string, Counter>()];

  const remove = (key: string): void => {
    if (!calm.delete(key)) locked.delete(key);
  };
  const read = (key: string): Counter | undefined => {
    const counter = calm.get(key) ?? locked.get(key);
    if (counter === undefined || clock.now() - counter.failedAt <= FORGET_MS) return counter;
    remove(key);
    return undefined;
  };
  const write = (key: string, counter: Counter): void => {
    remove(key);
    if (counter.lockedUntil <= clock.now()) {
      calm.set(key, counter);
      const oldest = calm.keys().next();
      if (calm.size > MOST_CALM && oldest.done !== true) calm.delete(oldest.value);
      return;
    }
    locked.set(key, counter);
    if (locked.size > MOST_LOCKED) locked.delete(soonestToEnd(locked));
  };

  return {
    lockedMs: (key) => (read(key)?.lockedUntil ?? 0) - clock.now(),
    count: (key, threshold) => {
      const now = clock.now();
      const before = read(key);
      const failures = (before?.failures ?? 0) + 1;
      write(key, { failures, failedAt: now, lockedUntil: now + lockMsAfter(failures, threshold) });
      return () => {
        const counter = read(key);
        if (counter === undefined) return;
        const left = counter.failures - 1;
        // Without other counts in between, the earlier state is restored. A lock caused by others stays.
        if (left === (before?.failures ?? 0)) return before === undefined ? remove(key) : write(key, before);
        const lockedUntil = left < threshold.failures ? 0 : counter.lockedUntil;
        write(key, { ...counter, failures: Math.max(0, left), lockedUntil });
      };
    },
    forget: remove,
    get size() {
      return calm.size + locked.size;
    },
  };
}

/** The lock to drop when there is no room: among the oldest, the one that ends first. */
function soonestToEnd(locked: ReadonlyMap<string, Counter>): string {
  let soonest = "";
  let endsAt = Number.POSITIVE_INFINITY;
  let looked = 0;
  for (const [key, { lockedUntil }] of locked) {
    if (lockedUntil < endsAt) [soonest, endsAt] = [key, lockedUntil];
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  return soonest;
}

/** The duration of the lock after this many failures. */
export function lockMsAfter(total: number, { failures, firstLockMs, longestLockMs }: Threshold): number {
  const doublings = Math.min(total - failures, 20);
  return doublings < 0 ? 0 : Math.min(firstLockMs * 2 ** doublings, longestLockMs);
}

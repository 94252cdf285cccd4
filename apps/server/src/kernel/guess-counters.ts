import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";

/** After this many failures the first lock falls; each further failure doubles it. */
export interface Threshold {
  readonly failures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** Counts failures by key. Bounded: whatever is thrown at it, it holds 40,000 keys at most. */
export interface GuessCounters {
  lockedMs(key: string): number;
  /** @returns how to take it back, where it was no failure */
  count(key: string, threshold: Threshold): () => void;
  forget(key: string): void;
  /** How many keys are held. */
  readonly size: number;
}

/** Failures are forgotten after this long without another. */
const FORGET_MS = 900_000;
/** Keys without a lock, held at once; the oldest falls out. */
const MOST_CALM = 20_000;
/** Keys with a lock: what many others do pushes none of them out (AUTH-45). */
const MOST_LOCKED = 20_000;
/** Of the oldest locks so many are looked at for one to give way. */
const LOOKED_AT = 16;

interface Counter {
  readonly failures: number;
  readonly failedAt: number;
  readonly lockedUntil: number;
}

/** Names are anybody's text, of any length; a digest is short, and keeps no longer text alive. */
export const keyOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

export function createGuessCounters(clock: Pick<Clock, "now">): GuessCounters {
  // Each in the order of age: what is written goes to the end.
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
        // Nothing else was counted: all is as it was. A lock by others that were stays.
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

/** Where there is no room for another lock: of the oldest, the one that ends first. */
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

/** How long so many failures lock. */
export function lockMsAfter(total: number, { failures, firstLockMs, longestLockMs }: Threshold): number {
  const doublings = Math.min(total - failures, 20);
  return doublings < 0 ? 0 : Math.min(firstLockMs * 2 ** doublings, longestLockMs);
}

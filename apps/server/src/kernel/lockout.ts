import type { Clock } from "./clock.ts";

/** After this many failures the first lock falls; each further failure doubles it. */
export interface Threshold {
  readonly failures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** How many failures are borne by one person at one address, by one address, and by one person from everywhere. */
interface Thresholds {
  /** Mistyping, or guessed at. */
  readonly pair: Threshold;
  /** One address trying many names; an office behind one address shares it, and only failures count. */
  readonly address: Threshold;
  /** One name tried from many addresses. It can shut the person out. */
  readonly name: Threshold;
}

const PAIR: Threshold = { failures: 5, firstLockMs: 30_000, longestLockMs: 900_000 };
const ADDRESS: Threshold = { failures: 40, firstLockMs: 60_000, longestLockMs: 900_000 };

export const PASSWORD_TRIES: Thresholds = {
  pair: PAIR,
  address: ADDRESS,
  // Short and high: anybody can guess at a name.
  name: { failures: 100, firstLockMs: 30_000, longestLockMs: 60_000 },
};

/** Of codes with six digits. Who guesses at them has the password already, so the person may be shut out sooner. */
export const CODE_TRIES: Thresholds = {
  pair: PAIR,
  address: ADDRESS,
  name: { failures: 10, firstLockMs: 60_000, longestLockMs: 900_000 },
};

/** Failures are forgotten after this long without another. */
const FORGET_MS = 900_000;
/** Counters held at once: some 5 MB. The oldest falls out. */
const MOST_COUNTERS = 50_000;

interface Counter {
  readonly failures: number;
  readonly failedAt: number;
  readonly lockedUntil: number;
}

export interface Lockout {
  /** Seconds until the next try may be made; undefined when it may be made now, and then it counts as failed until told otherwise. */
  begin(attempt: { readonly username: string; readonly address: string }): number | undefined;
  /** The password was right: the pair and the try are forgotten. */
  succeeded(attempt: { readonly username: string; readonly address: string }): void;
}

/**
 * Counts failed sign-ins by name and address. A try is counted before its password is checked, so that tries sent all at
 * once are counted too. Held in memory: a restart forgives, and nothing an attacker does writes to the store.
 */
export function createLockout(clock: Pick<Clock, "now">, tries: Thresholds = PASSWORD_TRIES): Lockout {
  const counters = new Map<string, Counter>();

  const read = (key: string): Counter | undefined => {
    const counter = counters.get(key);
    if (counter === undefined || clock.now() - counter.failedAt <= FORGET_MS) return counter;
    counters.delete(key);
    return undefined;
  };
  const write = (key: string, counter: Counter): void => {
    counters.delete(key); // moves it to the end: the map's order is the order of age
    counters.set(key, counter);
    const oldest = counters.keys().next();
    if (counters.size > MOST_COUNTERS && oldest.done !== true) counters.delete(oldest.value);
  };
  const count = (key: string, threshold: Threshold): void => {
    const now = clock.now();
    const total = (read(key)?.failures ?? 0) + 1;
    write(key, { failures: total, failedAt: now, lockedUntil: now + lockMsAfter(total, threshold) });
  };
  const forgive = (key: string): void => {
    const counter = read(key);
    if (counter !== undefined) write(key, { ...counter, failures: Math.max(0, counter.failures - 1), lockedUntil: 0 });
  };

  return {
    begin: ({ username, address }) => {
      const keys = keysOf(username, address);
      const until = Math.max(...Object.values(keys).map((key) => read(key)?.lockedUntil ?? 0));
      const waitMs = until - clock.now();
      if (waitMs > 0) return Math.ceil(waitMs / 1_000);
      count(keys.pair, tries.pair);
      count(keys.address, tries.address);
      count(keys.name, tries.name);
      return undefined;
    },
    succeeded: ({ username, address }) => {
      const keys = keysOf(username, address);
      counters.delete(keys.pair);
      forgive(keys.address);
      forgive(keys.name);
    },
  };
}

/** How long so many failures lock. */
export function lockMsAfter(total: number, { failures, firstLockMs, longestLockMs }: Threshold): number {
  const doublings = Math.min(total - failures, 20);
  return doublings < 0 ? 0 : Math.min(firstLockMs * 2 ** doublings, longestLockMs);
}

function keysOf(username: string, address: string) {
  return { pair: `pair ${address} ${username}`, address: `address ${address}`, name: `name ${username}` };
}

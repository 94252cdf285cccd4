import type { Clock } from "../../kernel/clock.ts";

/** After this many failures the first lock falls; each further failure doubles it. */
interface Threshold {
  readonly failures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** One person at one address, mistyping or guessed at. */
const PAIR: Threshold = { failures: 5, firstLockMs: 30_000, longestLockMs: 900_000 };
/** One address trying many names; an office behind one address shares it, and only failures count. */
const ADDRESS: Threshold = { failures: 40, firstLockMs: 60_000, longestLockMs: 900_000 };
/** One name tried from many addresses. Short and high, since it can shut the person out. */
const NAME: Threshold = { failures: 100, firstLockMs: 30_000, longestLockMs: 60_000 };

/** Failures are forgotten after this long without another. */
const FORGET_MS = 900_000;
/** Counters held at once: some 5 MB. The oldest falls out. */
const MOST_COUNTERS = 50_000;

export type SignInRefusal =
  | { readonly code: "login.error.login" }
  | { readonly code: "login.error.locked"; readonly seconds: number };

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
export function createLockout(clock: Pick<Clock, "now">): Lockout {
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
  const count = (key: string, { failures, firstLockMs, longestLockMs }: Threshold): void => {
    const now = clock.now();
    const total = (read(key)?.failures ?? 0) + 1;
    const doublings = Math.min(total - failures, 20);
    const lockMs = doublings < 0 ? 0 : Math.min(firstLockMs * 2 ** doublings, longestLockMs);
    write(key, { failures: total, failedAt: now, lockedUntil: now + lockMs });
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
      count(keys.pair, PAIR);
      count(keys.address, ADDRESS);
      count(keys.name, NAME);
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

function keysOf(username: string, address: string) {
  return { pair: `pair ${address} ${username}`, address: `address ${address}`, name: `name ${username}` };
}

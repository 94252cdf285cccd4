import type { Clock } from "./clock.ts";
import type { KnownPlaces } from "./known-places.ts";
import { networksOf } from "./client-address.ts";

/** What is guessed at. Codes are counted apart from passwords: who guesses at one has the password already. */
export type GuessedAt = "password" | "code";

export interface Attempt {
  readonly secret: GuessedAt;
  /** Whose secret it is, as all ways in write it. */
  readonly name: string;
  readonly address: string;
  /** By which way it comes. */
  readonly by: "web" | "phone";
}

/** The one place that counts guesses, of whichever way in (rules AUTH-5 to AUTH-8, AUTH-40 to AUTH-43). */
export interface Guard {
  /** Whether a secret may be checked now. Then the try is counted as wrong until the answer is told otherwise. */
  begin(attempt: Attempt): Admission;
  /** As telephones come in. */
  readonly forPhones: { begin(attempt: Pick<Attempt, "name" | "address">): Admission };
}

/** `isKnown`: from where the name was right before. */
export type Admission =
  | { readonly admitted: false; readonly isKnown: boolean; readonly seconds: number }
  | {
      readonly admitted: true;
      readonly isKnown: boolean;
      /** The secret was right: the name's failures at its place are forgotten. */
      succeeded(): void;
      /** Nothing was checked. */
      withdrawn(): void;
    };

/** After this many failures the first lock falls; each further failure doubles it. */
export interface Threshold {
  readonly failures: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
}

/** One name at one address. */
const PAIR: Threshold = { failures: 5, firstLockMs: 30_000, longestLockMs: 900_000 };
/** One address (IPv6: its /64) over all names; an office shares it, and only failures count. */
const ADDRESS: Threshold = { failures: 40, firstLockMs: 60_000, longestLockMs: 900_000 };
/** One IPv6 site (/48): a customer may have all of its 65,536 networks. */
const SITE: Threshold = { failures: 160, firstLockMs: 60_000, longestLockMs: 900_000 };
/** One name from all strange addresses. High, since anybody can guess at a name; its own places are not locked by it. */
const NAME: Readonly<Record<GuessedAt, Threshold>> = {
  password: { failures: 100, firstLockMs: 30_000, longestLockMs: 300_000 },
  code: { failures: 10, firstLockMs: 60_000, longestLockMs: 900_000 },
};

/** Failures are forgotten after this long without another. */
const FORGET_MS = 900_000;
/** Characters that are looked at: nobody's name is as long, and counters must stay small. */
const LONGEST_NAME = 100;
/** Held at once of each kind, some 5 MB in all. The oldest falls out. */
const MOST_COUNTERS = 20_000;

/**
 * Counts guesses by name and place. A try is counted before its secret is checked, so that tries sent at once are counted too. From a
 * place that was right before, only that place's own failures count: nobody is locked out by what strangers guess. Counts are
 * held in memory: a restart forgives, and nothing an attacker does writes to the store.
 */
export function createGuard({
  clock,
  known,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly known: KnownPlaces;
}): Guard {
  const [pairs, names, addresses, sites] = [
    createCounters(clock),
    createCounters(clock),
    createCounters(clock),
    createCounters(clock),
  ];

  const begin = ({ secret, name, address, by }: Attempt): Admission => {
    const { near, site } = networksOf(address);
    const holder = `${secret} ${name.slice(0, LONGEST_NAME)}`;
    const isKnown = known.has(holder, near);
    // At a known place a telephone with an old secret locks no browser.
    const pair = `${near} ${holder}${isKnown ? ` ${by}` : ""}`;
    const counted: Counted[] = [
      { counters: pairs, key: pair, threshold: PAIR },
      ...(isKnown
        ? []
        : [
            { counters: names, key: holder, threshold: NAME[secret] },
            { counters: addresses, key: near, threshold: ADDRESS },
            ...(site === undefined ? [] : [{ counters: sites, key: site, threshold: SITE }]),
          ]),
    ];
    const waitMs = Math.max(...counted.map(({ counters, key }) => counters.lockedMs(key)));
    if (waitMs > 0) return { admitted: false, isKnown, seconds: Math.ceil(waitMs / 1_000) };
    const takeBacks = counted.map(({ counters, key, threshold }) => counters.count(key, threshold));
    const withdrawn = (): void => {
      for (const takeBack of takeBacks) takeBack();
    };
    const succeeded = (): void => {
      withdrawn();
      pairs.forget(pair);
      known.add(holder, near);
    };
    return { admitted: true, isKnown, withdrawn, succeeded };
  };

  return {
    begin,
    forPhones: { begin: ({ name, address }) => begin({ secret: "password", by: "phone", name, address }) },
  };
}

interface Counted {
  readonly counters: ReturnType<typeof createCounters>;
  readonly key: string;
  readonly threshold: Threshold;
}

interface Counter {
  readonly failures: number;
  readonly failedAt: number;
  readonly lockedUntil: number;
}

function createCounters(clock: Pick<Clock, "now">) {
  const counters = new Map<string, Counter>();
  const read = (key: string): Counter | undefined => {
    const counter = counters.get(key);
    if (counter === undefined || clock.now() - counter.failedAt <= FORGET_MS) return counter;
    counters.delete(key);
    return undefined;
  };
  return {
    lockedMs: (key: string): number => (read(key)?.lockedUntil ?? 0) - clock.now(),
    /** @returns how to take it back, where it was no failure */
    count: (key: string, threshold: Threshold): (() => void) => {
      const now = clock.now();
      const before = read(key);
      const failures = (before?.failures ?? 0) + 1;
      counters.delete(key); // moves it to the end: the map's order is the order of age
      counters.set(key, { failures, failedAt: now, lockedUntil: now + lockMsAfter(failures, threshold) });
      const oldest = counters.keys().next();
      if (counters.size > MOST_COUNTERS && oldest.done !== true) counters.delete(oldest.value);
      return () => {
        const counter = read(key);
        if (counter === undefined) return;
        const left = counter.failures - 1;
        // Nothing else was counted: all is as it was. A lock by others that were stays.
        if (left === (before?.failures ?? 0)) {
          if (before === undefined) counters.delete(key);
          else counters.set(key, before);
          return;
        }
        const lockedUntil = left < threshold.failures ? 0 : counter.lockedUntil;
        counters.set(key, { ...counter, failures: Math.max(0, left), lockedUntil });
      };
    },
    forget: (key: string): void => void counters.delete(key),
  };
}

/** How long so many failures lock. */
export function lockMsAfter(total: number, { failures, firstLockMs, longestLockMs }: Threshold): number {
  const doublings = Math.min(total - failures, 20);
  return doublings < 0 ? 0 : Math.min(firstLockMs * 2 ** doublings, longestLockMs);
}

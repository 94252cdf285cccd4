import type { Clock } from "../clock.ts";
import type { KnownPlaces } from "./known-places.ts";
import { networksOf } from "../http/client-address.ts";
import { createLockBook, type LockBook, type LockedThing, type LockOf } from "./lock-book.ts";
import { createGuessCounters, keyOf, type CountedTry, type GuessCounters, type Threshold } from "./guess-counters.ts";
import { createNameSpread } from "./name-spread.ts";
import type { ShortLived } from "../short-lived/short-lived.ts";

/**
 * The kind of secret. Codes are counted separately: to guess a code, an attacker must know the password already. `pin`: of a
 * video room, whose link they must have.
 */
export type GuessedAt = "password" | "code" | "pin";

export interface Attempt {
  readonly secret: GuessedAt;
  /** The owner of the secret, written the same for each way to sign in. */
  readonly name: string;
  readonly address: string;
  /** The way of this attempt. */
  readonly by: "web" | "phone";
}

/** The only place that counts guesses, for every way to sign in (rules AUTH-5 to AUTH-8, AUTH-40 to AUTH-45). */
export interface Guard {
  /** Whether a secret may be checked now. If so, the attempt counts as wrong until the admission reports a result. */
  begin(attempt: Attempt): Promise<Admission>;
  /** Locks that run, and how they are lifted (ACTIVITY-5). */
  readonly locks: Pick<LockBook, "running" | "lift">;
  /** The same for telephones. */
  readonly forPhones: { begin(attempt: Pick<Attempt, "name" | "address">): Promise<Admission> };
}

/** `isKnown`: the name has used a correct secret at this place before. */
export type Admission =
  | { readonly admitted: false; readonly isKnown: boolean; readonly seconds: number }
  | {
      readonly admitted: true;
      readonly isKnown: boolean;
      /** The secret was correct: resets the name's failures at this place. */
      succeeded(): Promise<void>;
      /** The secret was not checked. */
      withdrawn(): Promise<void>;
    };

/** One name at one address. */
const PAIR: Threshold = { failures: 5, firstLockMs: 30_000, longestLockMs: 900_000 };
/** One address (IPv6: its /64) over all names. A whole office shares it, and only failures count. */
const ADDRESS: Threshold = { failures: 40, firstLockMs: 60_000, longestLockMs: 900_000 };
/** One IPv6 site (/48): a customer may have all of its 65,536 networks. */
const SITE: Threshold = { failures: 160, firstLockMs: 60_000, longestLockMs: 900_000 };
/** One name from all unknown places. High, because any stranger can guess at a name; known places are not locked by it. */
const NAME: Readonly<Record<GuessedAt, Threshold>> = {
  password: { failures: 100, firstLockMs: 30_000, longestLockMs: 300_000 },
  code: { failures: 10, firstLockMs: 60_000, longestLockMs: 900_000 },
  pin: { failures: 30, firstLockMs: 60_000, longestLockMs: 900_000 },
};

/** Characters of a name that are used: real names are shorter. */
const LONGEST_NAME = 100;

/**
 * Counts guesses by name and place, for all servers of a database together. An attempt is counted before its secret is checked, so that
 * parallel attempts count too. From a known place, only failures of that place count: those of the name, and the number of names tried
 * there. So guesses of strangers lock nobody out.
 */
export function createGuard({
  clock,
  known,
  shortLived,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly known: KnownPlaces;
  readonly shortLived: ShortLived;
}): Guard {
  const countersOf = (what: string) => createGuessCounters(what, { clock, shortLived });
  const [pairs, names, addresses, sites] = [
    countersOf("by pair"),
    countersOf("by name"),
    countersOf("by address"),
    countersOf("by site"),
  ];
  const spread = createNameSpread({ clock, shortLived });
  const counted = (counters: GuessCounters): LockedThing => ({
    lockedMs: counters.lockedMs,
    forget: counters.forget,
  });
  const book = createLockBook({
    clock,
    shortLived,
    things: {
      pair: counted(pairs),
      name: counted(names),
      address: counted(addresses),
      site: counted(sites),
      spread: { lockedMs: spread.lockedMs, forget: spread.forgetAll },
    },
  });

  const begin = async ({ secret, name, address, by }: Attempt): Promise<Admission> => {
    const { near, site } = networksOf(address);
    const holder = holderOf(secret, name);
    const isKnown = await known.has(holder, near);
    // At a known place, a telephone with an old secret must not lock the browser.
    const pair = keyOf(`${near} ${holder}${isKnown ? ` ${by}` : ""}`);
    const holderKey = keyOf(holder);
    const place = keyOf(near);
    const limits: Limit[] = [
      limitOf("pair", pairs, pair, PAIR),
      ...(isKnown
        ? []
        : [
            limitOf("name", names, holderKey, NAME[secret]),
            limitOf("address", addresses, place, ADDRESS),
            ...(site === undefined ? [] : [limitOf("site", sites, keyOf(site), SITE)]),
          ]),
      // Telephones have random secrets (SECRET-1), so trying them on many names is pointless, and a site's phones share an
      // address.
      ...(by === "web"
        ? [
            {
              of: "spread" as const,
              key: place,
              lockedMs: () => spread.lockedMs(place),
              count: () => spread.count(place, holderKey),
            },
          ]
        : []),
    ];
    const refused = (waitMs: number): Admission => ({ admitted: false, isKnown, seconds: Math.ceil(waitMs / 1_000) });
    let waitMs = 0;
    for (const { lockedMs } of limits) waitMs = Math.max(waitMs, await lockedMs());
    if (waitMs > 0) return refused(waitMs);

    const tries: CountedTry[] = [];
    const withdrawn = async (): Promise<void> => {
      for (const { takeBack } of tries) await takeBack();
    };
    for (const { of, key, count } of limits) {
      const one = await count();
      if (one.lockedMs > 0) {
        // Another try at the same moment was the last one.
        await withdrawn();
        return refused(one.lockedMs);
      }
      tries.push(one);
      if (one.locksUntil > 0)
        await book.note({ of, key, holder: holderKey, address: of === "site" ? (site ?? near) : near }, one.locksUntil);
    }
    const succeeded = async (): Promise<void> => {
      await withdrawn();
      await pairs.forget(pair);
      await spread.forget(place, holderKey);
      known.add(holder, near);
    };
    return { admitted: true, isKnown, withdrawn, succeeded };
  };

  return {
    begin,
    locks: book,
    forPhones: { begin: ({ name, address }) => begin({ secret: "password", by: "phone", name, address }) },
  };
}

const holderOf = (secret: GuessedAt, name: string): string => `${secret} ${name.slice(0, LONGEST_NAME)}`;

/** By this a lock says whose secret was guessed at: names are not stored, because people type passwords there by mistake. */
export const lockHolder = (secret: GuessedAt, name: string): string => keyOf(holderOf(secret, name));

interface Limit {
  readonly of: LockOf;
  readonly key: string;
  readonly lockedMs: () => Promise<number>;
  readonly count: () => Promise<CountedTry>;
}

const limitOf = (of: LockOf, counters: GuessCounters, key: string, threshold: Threshold): Limit => ({
  of,
  key,
  lockedMs: () => counters.lockedMs(key),
  count: () => counters.count(key, threshold),
});

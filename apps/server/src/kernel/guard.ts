import type { Clock } from "./clock.ts";
import type { KnownPlaces } from "./known-places.ts";
import { networksOf } from "./client-address.ts";
import { createGuessCounters, keyOf, type GuessCounters, type Threshold } from "./guess-counters.ts";
import { createNameSpread } from "./name-spread.ts";

/** The kind of secret. Codes are counted separately: to guess a code, an attacker must know the password already. */
export type GuessedAt = "password" | "code";

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
  begin(attempt: Attempt): Admission;
  /** The same for telephones. */
  readonly forPhones: { begin(attempt: Pick<Attempt, "name" | "address">): Admission };
  /** The number of counters in memory, which is bounded (AUTH-45). */
  readonly held: number;
}

/** `isKnown`: the name has used a correct secret at this place before. */
export type Admission =
  | { readonly admitted: false; readonly isKnown: boolean; readonly seconds: number }
  | {
      readonly admitted: true;
      readonly isKnown: boolean;
      /** The secret was correct: resets the name's failures at this place. */
      succeeded(): void;
      /** The secret was not checked. */
      withdrawn(): void;
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
};

/** Characters of a name that are used: real names are shorter. */
const LONGEST_NAME = 100;

/**
 * Counts guesses by name and place. An attempt is counted before its secret is checked, so that parallel attempts count
 * too. From a known place, only failures of that place count: those of the name, and the number of names tried there.
 * So guesses of strangers lock nobody out. Counters are only in memory: a restart resets them, and an attack causes no
 * writes to the store.
 */
export function createGuard({
  clock,
  known,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly known: KnownPlaces;
}): Guard {
  const [pairs, names, addresses, sites] = [
    createGuessCounters(clock),
    createGuessCounters(clock),
    createGuessCounters(clock),
    createGuessCounters(clock),
  ];
  const spread = createNameSpread(clock);

  const begin = ({ secret, name, address, by }: Attempt): Admission => {
    const { near, site } = networksOf(address);
    const holder = `${secret} ${name.slice(0, LONGEST_NAME)}`;
    const isKnown = known.has(holder, near);
    // At a known place, a telephone with an old secret must not lock the browser.
    const pair = keyOf(`${near} ${holder}${isKnown ? ` ${by}` : ""}`);
    const holderKey = keyOf(holder);
    const counted: Counted[] = [
      { counters: pairs, key: pair, threshold: PAIR },
      ...(isKnown
        ? []
        : [
            { counters: names, key: holderKey, threshold: NAME[secret] },
            { counters: addresses, key: near, threshold: ADDRESS },
            ...(site === undefined ? [] : [{ counters: sites, key: site, threshold: SITE }]),
          ]),
    ];
    // Telephones have random secrets (SECRET-1), so trying them on many names is pointless, and a site's phones share an
    // address.
    const isSpread = by === "web";
    const waitMs = Math.max(
      isSpread ? spread.lockedMs(near) : 0,
      ...counted.map(({ counters, key }) => counters.lockedMs(key)),
    );
    if (waitMs > 0) return { admitted: false, isKnown, seconds: Math.ceil(waitMs / 1_000) };
    const takeBacks = counted.map(({ counters, key, threshold }) => counters.count(key, threshold));
    if (isSpread) takeBacks.push(spread.count(near, holderKey));
    const withdrawn = (): void => {
      for (const takeBack of takeBacks) takeBack();
    };
    const succeeded = (): void => {
      withdrawn();
      pairs.forget(pair);
      spread.forget(near, holderKey);
      known.add(holder, near);
    };
    return { admitted: true, isKnown, withdrawn, succeeded };
  };

  return {
    begin,
    forPhones: { begin: ({ name, address }) => begin({ secret: "password", by: "phone", name, address }) },
    get held() {
      return pairs.size + names.size + addresses.size + sites.size + spread.size;
    },
  };
}

interface Counted {
  readonly counters: GuessCounters;
  readonly key: string;
  readonly threshold: Threshold;
}

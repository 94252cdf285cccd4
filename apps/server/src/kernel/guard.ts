import type { Clock } from "./clock.ts";
import type { KnownPlaces } from "./known-places.ts";
import { networksOf } from "./client-address.ts";
import { createGuessCounters, keyOf, type GuessCounters, type Threshold } from "./guess-counters.ts";
import { createNameSpread } from "./name-spread.ts";

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

/** The one place that counts guesses, of whichever way in (rules AUTH-5 to AUTH-8, AUTH-40 to AUTH-45). */
export interface Guard {
  /** Whether a secret may be checked now. Then the try is counted as wrong until the answer is told otherwise. */
  begin(attempt: Attempt): Admission;
  /** As telephones come in. */
  readonly forPhones: { begin(attempt: Pick<Attempt, "name" | "address">): Admission };
  /** How many counters are held, which is bounded (AUTH-45). */
  readonly held: number;
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

/** Characters that are looked at: nobody's name is as long. */
const LONGEST_NAME = 100;

/**
 * Counts guesses by name and place. A try is counted before its secret is checked, so that tries sent at once are counted too. From a
 * place that was right before, only that place's own failures count, of the name and of how many names were tried there: nobody is
 * locked out by what strangers guess. Counts are
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
    // At a known place a telephone with an old secret locks no browser.
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
    // Secrets of telephones are random (SECRET-1): there is nothing to try on many names, and a site's phones share an address.
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

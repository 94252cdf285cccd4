import type { Clock } from "./clock.ts";
import { lockMsAfter, type Threshold } from "./guess-counters.ts";

/** Counts how many names were guessed at from one network, of those that were not right in the end. */
export interface NameSpread {
  lockedMs(network: string): number;
  /** @returns how to take it back, where nothing was checked */
  count(network: string, holder: string): () => void;
  /** The secret was right. */
  forget(network: string, holder: string): void;
  /** How many networks and names are held. */
  readonly size: number;
}

/** Names for which a secret was wrong at one network within an hour; each further name doubles the wait (AUTH-44). */
const SPREAD: Threshold = { failures: 200, firstLockMs: 60_000, longestLockMs: 900_000 };
const FORGET_MS = 3_600_000;
/** Past the last doubling no further name makes a difference. */
const MOST_NAMES = SPREAD.failures + 8;
/** Networks held at once; of those that wait for nothing the oldest falls out. */
const MOST_NETWORKS = 2_000;
/** Of the oldest networks so many are looked at for one that is not locked. */
const LOOKED_AT = 64;

interface Spread {
  /** When each name failed last, the oldest first. */
  readonly names: Map<string, number>;
  lockedUntil: number;
}

export function createNameSpread(clock: Pick<Clock, "now">): NameSpread {
  // In the order of age: what is counted goes to the end.
  const networks = new Map<string, Spread>();

  const prune = ({ names }: Spread): void => {
    for (const [name, failedAt] of names) {
      if (clock.now() - failedAt <= FORGET_MS && names.size <= MOST_NAMES) return;
      names.delete(name);
    }
  };
  const makeRoom = (): void => {
    if (networks.size <= MOST_NETWORKS) return;
    let looked = 0;
    let gives: string | undefined;
    for (const [network, { lockedUntil }] of networks) {
      gives ??= network;
      if (lockedUntil <= clock.now()) {
        gives = network;
        break;
      }
      looked += 1;
      if (looked === LOOKED_AT) break;
    }
    if (gives !== undefined) networks.delete(gives);
  };

  const remove = (network: string, spread: Spread, holder: string): void => {
    spread.names.delete(holder);
    if (spread.names.size === 0 && networks.get(network) === spread) networks.delete(network);
  };

  return {
    lockedMs: (network) => (networks.get(network)?.lockedUntil ?? 0) - clock.now(),
    count: (network, holder) => {
      const now = clock.now();
      const spread = networks.get(network) ?? { names: new Map<string, number>(), lockedUntil: 0 };
      networks.delete(network);
      networks.set(network, spread);
      makeRoom();
      const failedBefore = spread.names.get(holder);
      const lockedBefore = spread.lockedUntil;
      spread.names.delete(holder);
      spread.names.set(holder, now);
      prune(spread);
      if (failedBefore !== undefined) return () => undefined;
      const lockedUntil = Math.max(lockedBefore, now + lockMsAfter(spread.names.size, SPREAD));
      spread.lockedUntil = lockedUntil;
      return () => {
        remove(network, spread, holder);
        if (spread.lockedUntil === lockedUntil) spread.lockedUntil = lockedBefore;
      };
    },
    forget: (network, holder) => {
      const spread = networks.get(network);
      if (spread !== undefined) remove(network, spread, holder);
    },
    get size() {
      let names = 0;
      for (const spread of networks.values()) names += 1 + spread.names.size;
      return names;
    },
  };
}

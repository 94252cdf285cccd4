import type { Clock } from "./clock.ts";
import { lockMsAfter, type Threshold } from "./guess-counters.ts";

/** Counts the names that were tried at one network without a correct secret. */
export interface NameSpread {
  lockedMs(network: string): number;
  /** @returns takes the count back, if the secret was not checked */
  count(network: string, holder: string): () => void;
  /** The secret was correct. */
  forget(network: string, holder: string): void;
  /** The number of networks and names in memory. */
  readonly size: number;
}

/** Names with a wrong secret at one network within an hour; each further name doubles the wait (AUTH-44). */
const SPREAD: Threshold = { failures: 200, firstLockMs: 60_000, longestLockMs: 900_000 };
const FORGET_MS = 3_600_000;
/** Beyond the last doubling, further names make no difference. */
const MOST_NAMES = SPREAD.failures + 8;
/** Limit of networks; the oldest one without a wait is dropped. */
const MOST_NETWORKS = 2_000;
/** To find it, this many of the oldest networks are checked. */
const LOOKED_AT = 64;

interface Spread {
  /** Time of each name's last failure, oldest first. */
  readonly names: Map<string, number>;
  lockedUntil: number;
}

export function createNameSpread(clock: Pick<Clock, "now">): NameSpread {
  // In order of age: a network that is counted moves to the end.
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

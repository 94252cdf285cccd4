import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import { lockMsAfter, type CountedTry, type Threshold } from "./guess-counters.ts";
import type { Kept, ShortLived } from "../short-lived/short-lived.ts";

/** Counts the names that were tried at one network without a correct secret. */
export interface NameSpread {
  lockedMs(network: string): Promise<number>;
  count(network: string, holder: string): Promise<CountedTry>;
  /** The secret was correct. */
  forget(network: string, holder: string): Promise<void>;
  /** All names at a network. */
  forgetAll(network: string): Promise<void>;
}

/** Names with a wrong secret at one network within an hour; each further name doubles the wait (AUTH-44). */
const SPREAD: Threshold = { failures: 200, firstLockMs: 60_000, longestLockMs: 900_000 };
const FORGET_MS = 3_600_000;
/** Beyond the last doubling, further names make no difference. */
const MOST_NAMES = SPREAD.failures + 8;
/** Networks without a lock, and as many with one. */
const MOST_NETWORKS = 2_000;

const KIND = {
  name: "guessed names",
  schema: z.object({
    /** Digests, and when each failed last, the oldest first. */
    names: z.array(z.tuple([z.string(), z.number()])),
    lockedUntil: z.number(),
  }),
  most: MOST_NETWORKS,
  maxChars: 20_000,
};
type Spread = z.infer<typeof KIND.schema>;

export function createNameSpread({
  clock,
  shortLived,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly shortLived: ShortLived;
}): NameSpread {
  const networks = shortLived.open(KIND);
  const kept = (value: Spread): Kept<Spread> => ({
    value,
    expiresAt: (value.names.at(-1)?.[1] ?? 0) + FORGET_MS + 1,
    holdsUntil: value.lockedUntil,
  });
  /** Without the last name the network is forgotten. */
  const without = ({ names, lockedUntil }: Spread, holder: string): Kept<Spread> | undefined => {
    const others = names.filter(([name]) => name !== holder);
    return others.length === 0 ? undefined : kept({ names: others, lockedUntil });
  };

  return {
    lockedMs: async (network) => ((await networks.find(network))?.lockedUntil ?? 0) - clock.now(),
    count: async (network, holder) => {
      let lockedMs = 0;
      let isNew = false;
      let lockedBefore = 0;
      let lockedUntil = 0;
      await networks.change(network, (before) => {
        const now = clock.now();
        const spread = before?.value ?? { names: [], lockedUntil: 0 };
        lockedBefore = spread.lockedUntil;
        lockedMs = Math.max(0, lockedBefore - now);
        if (lockedMs > 0) return before;
        isNew = !spread.names.some(([name]) => name === holder);
        const others = spread.names.filter(([name, failedAt]) => name !== holder && now - failedAt <= FORGET_MS);
        const names = [...others.slice(-(MOST_NAMES - 1)), [holder, now] satisfies [string, number]];
        lockedUntil = isNew ? Math.max(lockedBefore, now + lockMsAfter(names.length, SPREAD)) : lockedBefore;
        return kept({ names, lockedUntil });
      });
      const takeBack = async (): Promise<void> => {
        if (!isNew) return;
        await networks.change(network, (now) => {
          if (now === undefined) return undefined;
          const isOurs = now.value.lockedUntil === lockedUntil;
          return without({ ...now.value, lockedUntil: isOurs ? lockedBefore : now.value.lockedUntil }, holder);
        });
      };
      return { lockedMs, locksUntil: lockedUntil > lockedBefore ? lockedUntil : 0, takeBack };
    },
    forgetAll: async (network) => {
      await networks.take(network);
    },
    forget: (network, holder) => networks.change(network, (now) => now && without(now.value, holder)),
  };
}

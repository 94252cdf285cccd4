import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";

/** Places where somebody has signed in correctly. Stored as digests, so that the store contains no addresses. */
export interface KnownPlaces {
  has(holder: string, network: string): Promise<boolean>;
  add(holder: string, network: string): void;
}

export interface KnownPlace {
  readonly holder: string;
  readonly place: string;
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
}

export interface KnownPlaceStore {
  all(): Promise<readonly KnownPlace[]>;
  /** The newest places of a holder. */
  newestOf(holder: string, most: number): Promise<readonly KnownPlace[]>;
  put(place: KnownPlace): Promise<void>;
  /** Removes places last seen before this time. */
  prune(before: number): Promise<void>;
}

const KEPT_MS = 2_592_000_000; // 30 days
const DAY_MS = 86_400_000;
/** Limit for one holder; the one unused for longest is dropped. */
const MOST_PLACES = 20;

/**
 * Reads the store once, and writes at most once a day for each place. `isShared`: another server may know a place that is unknown here, so
 * the store is read again. Resolves when the stored places are loaded.
 */
export async function openKnownPlaces({
  store,
  isShared = false,
  clock,
  log,
}: {
  readonly store: KnownPlaceStore;
  readonly isShared?: boolean;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}): Promise<KnownPlaces> {
  await store.prune(clock.now() - KEPT_MS);
  const places = new Map<string, Map<string, number>>();
  const note = ({ holder, place, seenAt }: KnownPlace): void => {
    const of = places.get(holder) ?? new Map<string, number>();
    places.set(holder, of);
    of.delete(place);
    of.set(place, seenAt);
    const oldest = of.keys().next();
    if (of.size > MOST_PLACES && oldest.done !== true) of.delete(oldest.value);
  };
  for (const one of (await store.all()).toSorted((a, b) => a.seenAt - b.seenAt)) note(one);

  const seenAt = (holder: string, place: string): number | undefined => places.get(holder)?.get(place);
  return {
    has: async (name, network) => {
      const [holder, place] = [digest(name), digest(`${name} ${network}`)];
      const isSeen = (): boolean => clock.now() - (seenAt(holder, place) ?? Number.NEGATIVE_INFINITY) < KEPT_MS;
      if (isSeen() || !isShared) return isSeen();
      for (const one of (await store.newestOf(holder, MOST_PLACES)).toReversed()) note(one);
      return isSeen();
    },
    add: (name, network) => {
      const [holder, place, now] = [digest(name), digest(`${name} ${network}`), clock.now()];
      if (now - (seenAt(holder, place) ?? 0) < DAY_MS) return;
      const one = { holder, place, seenAt: now };
      note(one);
      store.put(one).catch((error: unknown) => log.warn("a place of a sign-in could not be stored", { err: error }));
    },
  };
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

import type { Clock } from "../clock.ts";
import type { Kept, ShortLived, ShortLivedEntries, ShortLivedKind } from "./short-lived.ts";

/** For a server that is alone on its database. A restart loses the entries. */
export interface MemoryShortLived extends ShortLived {
  readonly isShared: false;
  /** Entries of all kinds. */
  readonly size: number;
}

/** When a lock has to be removed, this many of the oldest are compared. */
const LOOKED_AT = 16;

export function createMemoryShortLived(clock: Pick<Clock, "now">): MemoryShortLived {
  const sizes: Array<() => number> = [];
  return {
    isShared: false,
    open: (kind) => {
      const { size, ...entries } = openKind(kind, clock);
      sizes.push(size);
      return entries;
    },
    get size() {
      return sizes.reduce((sum, size) => sum + size(), 0);
    },
  };
}

function openKind<Value>(
  { most }: ShortLivedKind<Value>,
  clock: Pick<Clock, "now">,
): ShortLivedEntries<Value> & { size(): number } {
  // Both in the order of writing.
  const [calm, holding] = [new Map<string, Kept<Value>>(), new Map<string, Kept<Value>>()];

  const remove = (key: string): void => {
    if (!calm.delete(key)) holding.delete(key);
  };
  const read = (key: string): Kept<Value> | undefined => {
    const kept = calm.get(key) ?? holding.get(key);
    if (kept === undefined || clock.now() < kept.expiresAt) return kept;
    remove(key);
    return undefined;
  };
  const write = (key: string, kept: Kept<Value>): void => {
    remove(key);
    if ((kept.holdsUntil ?? 0) > clock.now()) {
      holding.set(key, kept);
      if (holding.size > most) holding.delete(soonestToEnd(holding));
      return;
    }
    calm.set(key, kept);
    const oldest = calm.keys().next();
    if (calm.size > most && oldest.done !== true) calm.delete(oldest.value);
  };

  return {
    find: async (key) => read(key)?.value,
    take: async (key) => {
      const kept = read(key);
      remove(key);
      return kept?.value;
    },
    change: async (key, step) => {
      const before = read(key);
      const after = step(before);
      if (after === before) return;
      if (after === undefined) remove(key);
      else write(key, after);
    },
    all: async () =>
      [...calm.keys(), ...holding.keys()].flatMap((key) => {
        const kept = read(key);
        return kept === undefined ? [] : [[key, kept.value] as const];
      }),
    size: () => calm.size + holding.size,
  };
}

function soonestToEnd(holding: ReadonlyMap<string, Kept<unknown>>): string {
  let soonest = "";
  let endsAt = Number.POSITIVE_INFINITY;
  let looked = 0;
  for (const [key, { holdsUntil = 0 }] of holding) {
    if (holdsUntil < endsAt) [soonest, endsAt] = [key, holdsUntil];
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  return soonest;
}

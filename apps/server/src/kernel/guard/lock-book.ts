import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import type { ShortLived } from "../short-lived/short-lived.ts";

/** What is locked: one name at one place, one name everywhere, an address, an IPv6 site, an address that tried many names. */
const LOCKS_OF = ["pair", "name", "address", "site", "spread"] as const;
export type LockOf = (typeof LOCKS_OF)[number];

export interface NewLock {
  readonly of: LockOf;
  readonly key: string;
  /** Digest of the name that was tried last (`lockHolder`). */
  readonly holder: string;
  readonly address: string;
}

export interface RunningLock extends NewLock {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** The counters that lock. */
export interface LockedThing {
  readonly lockedMs: (key: string) => Promise<number>;
  readonly forget: (key: string) => Promise<void>;
}

/** Which locks there are, so that people see and lift them: the counters know digests only. */
export interface LockBook {
  note(lock: NewLock, until: number): Promise<void>;
  running(): Promise<readonly RunningLock[]>;
  /** Ends a lock and forgets what led to it. False: there is none. */
  lift(id: string): Promise<boolean>;
}

const MOST_LOCKS = 2_000;

const lockSchema = z.object({
  of: z.enum(LOCKS_OF),
  key: z.string(),
  holder: z.string(),
  address: z.string(),
  until: z.number(),
});

export function createLockBook({
  clock,
  shortLived,
  things,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly shortLived: ShortLived;
  readonly things: Readonly<Record<LockOf, LockedThing>>;
}): LockBook {
  const entries = shortLived.open({ name: "locks", schema: lockSchema, most: MOST_LOCKS, maxChars: 400 });
  return {
    note: (lock, until) =>
      entries.change(`${lock.of} ${lock.key}`, () => ({
        value: { ...lock, until },
        expiresAt: until,
        holdsUntil: until,
      })),
    running: async () => {
      const now = clock.now();
      const found: RunningLock[] = [];
      for (const [id, lock] of await entries.all()) {
        // A try that was right, or was taken back, has ended its lock at the counter alone.
        const lockedMs = await things[lock.of].lockedMs(lock.key);
        if (lockedMs > 0) found.push({ ...lock, id, until: now + lockedMs });
      }
      return found;
    },
    lift: async (id) => {
      const lock = await entries.take(id);
      if (lock === undefined) return false;
      await things[lock.of].forget(lock.key);
      return true;
    },
  };
}

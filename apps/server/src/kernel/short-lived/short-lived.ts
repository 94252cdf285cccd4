import type * as z from "zod/mini";

/** Entries that are kept for minutes: challenges, sent codes, counts of guesses. All servers of a database share them. */
export interface ShortLived {
  /** Opens the entries of a kind, once in each process. */
  open<Value>(kind: ShortLivedKind<Value>): ShortLivedEntries<Value>;
  /** Whether other processes can see the entries. */
  readonly isShared: boolean;
}

export interface ShortLivedKind<Value> {
  readonly name: string;
  /** The shape of the values, as JSON. */
  readonly schema: z.ZodMiniType<Value>;
  /**
   * Limit of entries, separately for locks and for the others; a shared store may exceed it by a hundred for a moment. Of the
   * others, those that expire first are removed; of the locks, one that ends soonest.
   */
  readonly most: number;
  /** Limit of characters of a value as JSON. */
  readonly maxChars: number;
}

export interface Kept<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch, by the server's clock. */
  readonly expiresAt: number;
  /** Until then, the entry is a lock: entries that are not locks are removed before it. */
  readonly holdsUntil?: number;
}

/** Keys are short texts without secrets: ids or digests. Expired entries are not returned. */
export interface ShortLivedEntries<Value> {
  find(key: string): Promise<Value | undefined>;
  /** Removes an entry and returns its value. Of parallel requests, one gets the value. */
  take(key: string): Promise<Value | undefined>;
  /**
   * Changes an entry atomically: no change of another process is lost. `step` must have no side effects, because it may
   * run again. If it returns the same entry, nothing is written; undefined removes the entry.
   */
  change(key: string, step: (before: Kept<Value> | undefined) => Kept<Value> | undefined): Promise<void>;
  all(): Promise<ReadonlyArray<readonly [key: string, value: Value]>>;
}

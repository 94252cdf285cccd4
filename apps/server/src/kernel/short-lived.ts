import type * as z from "zod/mini";

/** What is worth keeping for minutes: challenges, sent codes, counts of guesses. Known to all servers of a database. */
export interface ShortLived {
  /** Opens the entries of a kind, once in each process. */
  open<Value>(kind: ShortLivedKind<Value>): ShortLivedEntries<Value>;
  /** Whether other processes can see the entries. */
  readonly isShared: boolean;
}

export interface ShortLivedKind<Value> {
  readonly name: string;
  /** What the values are, as JSON. */
  readonly schema: z.ZodMiniType<Value>;
  /**
   * Entries kept at the same time, those that hold and the others counted apart; a shared store may have a hundred more for a moment.
   * The others give way first, those that expire first; of those that hold, one that ends soonest.
   */
  readonly most: number;
  /** Characters of a value as JSON. */
  readonly maxChars: number;
}

export interface Kept<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch, by the server's clock. */
  readonly expiresAt: number;
  /** Until then entries that do not hold give way before this one: locks. */
  readonly holdsUntil?: number;
}

/** Keys are short texts without secrets: ids or digests. What has expired is not returned. */
export interface ShortLivedEntries<Value> {
  find(key: string): Promise<Value | undefined>;
  /** Removes an entry. Of several that take it at the same time one gets the value. */
  take(key: string): Promise<Value | undefined>;
  /**
   * Changes an entry in one step: no change of another process is lost. `step` has no effects, it may be called again.
   * The same entry again: nothing is written; undefined: the entry is removed.
   */
  change(key: string, step: (before: Kept<Value> | undefined) => Kept<Value> | undefined): Promise<void>;
  all(): Promise<ReadonlyArray<readonly [key: string, value: Value]>>;
}

import type { CallDetailRecord } from "./calls.store.ts";

/** An answered call that is under way, with the record it would have if it ended now. */
export interface OpenCall {
  readonly record: CallDetailRecord;
  /** Recordings under way on its legs. */
  readonly recordingIds: readonly string[];
}

export interface OpenCallChanges {
  /** The instance whose calls they are. */
  readonly owner: string;
  readonly changed: readonly OpenCall[];
  /** Ids of calls whose records are written. */
  readonly ended: readonly string[];
  /** Every open call of the owner was under way at this moment. */
  readonly at: number;
}

/** What a crash must not forget (CDR-14). */
export interface OpenCallStore {
  /** All of it or nothing; durable when the promise resolves. */
  save(changes: OpenCallChanges): Promise<void>;
  /** An instance's, each with the last moment at which it was known to be under way. */
  of(owner: string): Promise<ReadonlyArray<OpenCall & { readonly seenAt: number }>>;
}

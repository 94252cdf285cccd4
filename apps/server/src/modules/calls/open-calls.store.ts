import type { CallDetailRecord } from "./calls.store.ts";

/** An answered call in progress, with the record that it would have if it ended now. */
export interface OpenCall {
  readonly record: CallDetailRecord;
  /** Recordings in progress on its legs. */
  readonly recordingIds: readonly string[];
}

export interface OpenCallChanges {
  /** The instance that carries the calls. */
  readonly owner: string;
  readonly changed: readonly OpenCall[];
  /** Ids of calls with a stored record. */
  readonly ended: readonly string[];
  /** Every open call of the owner was in progress at this moment. */
  readonly at: number;
}

/** Calls that must survive a crash (CDR-14). */
export interface OpenCallStore {
  /** All of it or nothing; durable when the promise resolves. */
  save(changes: OpenCallChanges): Promise<void>;
  /** Calls of an instance, each with the last moment at which it was known to be in progress. */
  of(owner: string): Promise<ReadonlyArray<OpenCall & { readonly seenAt: number }>>;
}

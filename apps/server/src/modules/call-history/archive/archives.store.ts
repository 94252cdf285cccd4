import type { ArchiveFailure, ArchiveState } from "@callpanel/contract";

/** A recording to be packed. */
export interface ArchiveItem {
  readonly recording: string;
  /** Name of its file in the archive. */
  readonly name: string;
  readonly startedAt: number;
  /** The people in its call: a right to hear one of them is a right to hear it. */
  readonly userIds: readonly number[];
}

/** An archive of recordings for a person. Times in milliseconds since the epoch. */
export interface StoredArchive {
  readonly id: string;
  readonly realm: string;
  readonly userId: number;
  readonly state: ArchiveState;
  readonly total: number;
  /** Includes recordings that did not exist any more, which are `missing`. */
  readonly packed: number;
  readonly missing: number;
  readonly bytes: number;
  readonly failure: ArchiveFailure | null;
  readonly beganAt: number;
  /** Null until it is done or failed. */
  readonly endedAt: number | null;
}

export interface NewArchive extends Pick<StoredArchive, "id" | "realm" | "userId" | "beganAt"> {
  readonly items: readonly ArchiveItem[];
}

export type ArchiveChange = Partial<
  Pick<StoredArchive, "state" | "packed" | "missing" | "bytes" | "failure" | "endedAt">
>;

export interface ArchiveStore {
  /** Adds it together with the job that packs it, in one transaction. */
  add(archive: NewArchive, job: { readonly kind: string; readonly payload: string }): Promise<void>;
  byId(id: string): Promise<StoredArchive | undefined>;
  /** Latest first. */
  ofUser(userId: number): Promise<readonly StoredArchive[]>;
  /** Some of its recordings in packing order, after the first `start`. */
  items(id: string, page: { readonly start: number; readonly limit: number }): Promise<readonly ArchiveItem[]>;
  /** The people in the calls, each group once. */
  people(id: string): Promise<ReadonlyArray<readonly number[]>>;
  /** @returns false when it does not exist any more */
  change(id: string, change: ArchiveChange): Promise<boolean>;
  /** Archives that ended before then, or that began before then and have not ended. */
  before(at: number, limit: number): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}

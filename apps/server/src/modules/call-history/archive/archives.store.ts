import type { ArchiveFailure, ArchiveState } from "@callpanel/contract";

/** A recording on its way into an archive. */
export interface ArchiveItem {
  readonly recording: string;
  /** Of its file in the archive. */
  readonly name: string;
  readonly startedAt: number;
  /** Who was in its call: whoever may hear theirs may hear it. */
  readonly userIds: readonly number[];
}

/** Recordings that are packed for somebody. Times in milliseconds since the epoch. */
export interface StoredArchive {
  readonly id: string;
  readonly realm: string;
  readonly userId: number;
  readonly state: ArchiveState;
  readonly total: number;
  /** With those found gone when their turn came, which are `missing`. */
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
  /** With the job that packs it, or not at all. */
  add(archive: NewArchive, job: { readonly kind: string; readonly payload: string }): Promise<void>;
  byId(id: string): Promise<StoredArchive | undefined>;
  /** The latest first. */
  ofUser(userId: number): Promise<readonly StoredArchive[]>;
  /** Some of its recordings in the order in which they are packed, after the first `start`. */
  items(id: string, page: { readonly start: number; readonly limit: number }): Promise<readonly ArchiveItem[]>;
  /** Who was in the calls, each group of people once. */
  people(id: string): Promise<ReadonlyArray<readonly number[]>>;
  /** @returns false when it is no longer there */
  change(id: string, change: ArchiveChange): Promise<boolean>;
  /** Those that ended, or without an end began, before then. */
  before(at: number, limit: number): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
}

import type { Summed } from "./files.ts";

/** Names from the place down: `["2026-11-26T03-00-00Z", "backup.json"]`. */
export type BackupPath = readonly string[];

/** Where back-ups are kept: a folder or a bucket. Both have the same layout, so that one can be copied to the other. */
export interface BackupPlace {
  /** BACKUP-1: one run at a time. @throws AppError backup.busy */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Of back-ups that are whole, the oldest first. */
  names(): Promise<readonly string[]>;
  /** Begins one, under this name or the next free one; what killed runs left is removed. */
  begin(name: string): Promise<BackupDraft>;
  remove(name: string): Promise<void>;
  /** Undefined: it is not there. */
  read(path: BackupPath): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Names in a folder of it; none where it does not exist. */
  namesIn(path: BackupPath): Promise<readonly string[]>;
  /** A file of this machine with the content, until `work` ends. Undefined: it is not there. */
  withFile<T>(path: BackupPath, work: (file: string, sum: Summed) => Promise<T>): Promise<T | undefined>;
  /** Sounds that start with two digits, with their sizes, by id. */
  soundsWith(prefix: string): Promise<ReadonlyMap<string, number>>;
  /** @returns what was kept. It is there only when it is whole. */
  keepSound(id: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<Summed>;
  removeSound(id: string): Promise<void>;
  /** BACKUP-6: whether sounds that no back-up names may be removed now: another server may be putting one together. */
  mayRemoveSounds(): Promise<boolean>;
}

/** A back-up that is being put together, in a folder of this machine. */
export interface BackupDraft {
  readonly name: string;
  readonly folder: string;
  /** It is one of the back-ups then, completely or not at all. */
  publish(): Promise<void>;
  drop(): Promise<void>;
}

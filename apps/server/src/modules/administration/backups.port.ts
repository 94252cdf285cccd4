import type { RestoredKind } from "@callpanel/contract";

/** What is known of a back-up without reading all of it. */
export interface BackupFacts {
  /** ms since the epoch. */
  readonly takenAt: number;
  readonly database: { readonly bytes: number };
  /** `missing`: in the database, and not in the data folder any more. */
  readonly sounds: { readonly count: number; readonly bytes: number; readonly missing: number };
  /** Whether it contains the key of the database's secrets. */
  readonly hasKey: boolean;
}

/** A back-up that waits beside the data. */
export interface PreparedRestore {
  readonly name: string;
  /** ms since the epoch. */
  readonly takenAt: number;
  readonly hasKey: boolean;
  /** How many there are now, and in the back-up. */
  readonly counts: ReadonlyArray<{ readonly kind: RestoredKind; readonly now: number; readonly restored: number }>;
}

/** Back-ups of the data folder (docs/spec/backup.md). Each throws AppError `backup.…` with the reason of a refusal. */
export interface Backups {
  /** `copied`: sounds that no earlier back-up of the folder had. */
  take(folder: string): Promise<{ readonly name: string; readonly manifest: BackupFacts; readonly copied: number }>;
  /** Removes all but the newest. @returns how many */
  keep(folder: string, count: number): Promise<number>;
  /** The oldest first; without facts where one cannot be read. */
  list(folder: string): Promise<ReadonlyArray<{ readonly name: string; readonly manifest: BackupFacts | undefined }>>;
  /** As a ZIP file with its sounds. */
  pack(folder: string, name: string): Promise<AsyncIterable<Uint8Array>>;
  check(folder: string, name: string): Promise<BackupFacts>;
  restore(folder: string, name: string): Promise<BackupFacts>;
  /** Checks a back-up and puts it beside the data of a running server. */
  prepare(folder: string, name: string): Promise<PreparedRestore>;
  /** Undefined: none is prepared. */
  prepared(): Promise<PreparedRestore | undefined>;
  drop(): Promise<void>;
  /** The next start of the server switches to the prepared one, and keeps what it replaces. */
  switchTo(name: string): Promise<void>;
}

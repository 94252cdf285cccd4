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
  /** Absent in back-ups of earlier versions. */
  readonly byHand?: boolean | undefined;
}

/** BACKUP-26: what is kept is counted for each kind; by default it is that of the schedule. */
export interface BackupKind {
  /** A person took it. */
  readonly byHand: boolean;
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

/** Data that a restore replaced. */
export interface ReplacedFacts {
  readonly name: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

/**
 * Back-ups of the data (docs/spec/backup.md), in a place: a folder, or `bucket`, that of BACKUP_URL. Each throws AppError
 * `backup.…` with the reason of a refusal.
 */
export interface Backups {
  /** `copied`: sounds that no earlier back-up of the place had. */
  take(
    place: string,
    kind?: BackupKind,
  ): Promise<{ readonly name: string; readonly manifest: BackupFacts; readonly copied: number }>;
  /** Removes all but the newest of a kind. @returns how many */
  keep(place: string, count: number, kind?: BackupKind): Promise<number>;
  /** The oldest first; without facts where one cannot be read. */
  list(place: string): Promise<ReadonlyArray<{ readonly name: string; readonly manifest: BackupFacts | undefined }>>;
  /** As a ZIP file with its sounds. */
  pack(place: string, name: string): Promise<AsyncIterable<Uint8Array>>;
  check(place: string, name: string): Promise<BackupFacts>;
  restore(place: string, name: string): Promise<BackupFacts>;
  /** Checks a back-up and puts it beside the data of a running server. */
  prepare(place: string, name: string): Promise<PreparedRestore>;
  /** Undefined: none is prepared. */
  prepared(): Promise<PreparedRestore | undefined>;
  drop(): Promise<void>;
  /** The next start of the server switches to the prepared one, and keeps what it replaces. */
  switchTo(name: string): Promise<void>;
  /** BACKUP-19, the oldest first. */
  replaced(): Promise<readonly ReplacedFacts[]>;
  removeReplaced(name: string): Promise<void>;
}

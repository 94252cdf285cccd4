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
}

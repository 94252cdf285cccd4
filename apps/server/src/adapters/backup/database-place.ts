import { RESTORED_KINDS, type RestoredKind } from "@callpanel/contract";

/**
 * The database that back-ups are taken of and restored to. In a back-up it is a SQLite file, whatever it was taken of:
 * so each can be checked everywhere, and restored on the other kind (ADR 28).
 */
export interface DatabasePlace {
  /** Writes one moment of it into a new file. @returns the newest migration that it has */
  copyTo(file: string): Promise<string>;
  isEmpty(): Promise<boolean>;
  countRows: RowCounter;
  /** Puts a file into an empty database; the file is gone then. @throws AppError backup.notEmpty */
  fill(file: string): Promise<void>;
  /**
   * Puts a file in the place of what is there, and keeps that in `kept`. May be done again after a crash.
   *
   * @throws AppError backup.severalServers
   */
  replace(file: string, kept: string): Promise<void>;
  /** Back to what was kept. */
  putBack(kept: string): Promise<void>;
}

/** What the preview counts, by table. */
const COUNTED: Readonly<Record<RestoredKind, string>> = {
  people: "users",
  numbers: "numbers",
  contacts: "contacts",
  calls: "cdrs",
  recordings: "recordings",
  voicemails: "voicemails",
};

export type RowCounts = Readonly<Record<RestoredKind, number>>;
export type RowCounter = () => Promise<RowCounts>;

/** `rowsOf`: 0 where an earlier version has no such table. */
export async function countKinds(rowsOf: (table: string) => number | Promise<number>): Promise<RowCounts> {
  const counts: Record<RestoredKind, number> = {
    people: 0,
    numbers: 0,
    contacts: 0,
    calls: 0,
    recordings: 0,
    voicemails: 0,
  };
  for (const kind of RESTORED_KINDS) counts[kind] = await rowsOf(COUNTED[kind]);
  return counts;
}

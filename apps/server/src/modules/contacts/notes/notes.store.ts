import type { Book } from "../contacts.model.ts";

export interface StoredNote {
  readonly id: number;
  /** Null: shared. */
  readonly ownerId: number | null;
  /** E.164 */
  readonly number: string;
  readonly text: string;
  /** Null when the account was removed. */
  readonly authorId: number | null;
  /** As the author was named then. */
  readonly authorName: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly changedAt: number | null;
}

export interface NoteWrite {
  readonly number: string;
  readonly text: string;
  readonly authorId: number;
  readonly at: number;
  /** How many notes about one number a book may have. */
  readonly limit: number;
}

/** Notes about numbers, of all companies and people. */
export interface CallerNoteStore {
  /** Of these books, the latest first. */
  about(books: readonly Book[], numbers: readonly string[]): Promise<readonly StoredNote[]>;
  byId(realmId: number, id: number): Promise<StoredNote | undefined>;
  /** "full": there are `limit` notes about the number already. */
  add(book: Book, note: NoteWrite): Promise<StoredNote | "full">;
  /** Undefined when it does not exist any more. */
  change(
    realmId: number,
    id: number,
    to: { readonly text: string; readonly at: number },
  ): Promise<StoredNote | undefined>;
  /**
   * Removes it. `by`: of a person who did not write it; a line of the audit log is written with it. @returns whether it
   * was there
   */
  remove(realmId: number, id: number, by: { readonly userId: number; readonly at: number } | null): Promise<boolean>;
}

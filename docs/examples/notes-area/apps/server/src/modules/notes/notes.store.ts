import type { Note } from "@callpanel/contract";

export interface NoteStore {
  /** A person's notes, the oldest first. */
  of(userId: number): Promise<readonly Note[]>;
  add(userId: number, text: string): Promise<Note>;
}

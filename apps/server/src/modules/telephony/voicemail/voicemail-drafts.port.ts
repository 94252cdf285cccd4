import type { DraftPurpose } from "@callpanel/phone-port";

export interface Draft {
  /** Id of the instance that records it. */
  readonly owner: string;
  readonly boxId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly purpose: DraftPurpose;
}

/** Recordings by telephone until they are in a box: a sound file and a note of its purpose, so that a crash loses neither. */
export interface DraftFolder {
  /**
   * @returns the path for the sound
   * @throws AppError sounds.full when the disk is nearly full: the rest of it is for the database (VM-62)
   */
  begin(id: string, draft: Draft): Promise<string>;
  find(id: string): Promise<Draft | undefined>;
  pathOf(id: string): string;
  /** Drafts of an instance. Notes without a complete sound are removed. */
  leftBy(owner: string): Promise<readonly string[]>;
  /** Moves a draft to another instance. */
  give(id: string, owner: string): Promise<void>;
  remove(id: string): Promise<void>;
}

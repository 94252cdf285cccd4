/** What the phone system needs to play announcements (docs/spec/announcements.md, ANN-8). */
import type { SpokenLanguage } from "./spoken-language.ts";
import type { Answer, PinAttempt } from "./ports.ts";

export interface Announcement {
  readonly name: string;
  /** Of what is said around it. */
  readonly language: SpokenLanguage;
  /** A local file that can be played now; undefined: it has no sound. */
  readonly sound: string | undefined;
  /** The number of the realm where the call goes afterwards; undefined: it ends. */
  readonly next: string | undefined;
}

/** What a phone system with announcements is given. */
export interface AnnouncementParts {
  /** `id` as the directory names it (`DirectoryEntry.id`), read afresh for each call; undefined: it is gone. */
  announcement(realm: string, id: string): Answer<Announcement | undefined>;
  /** Asked of every caller. Counts wrong ones over all calls; `locked` says nothing about the PIN. */
  checkPin(
    place: { readonly realm: string; readonly id: string },
    attempt: PinAttempt,
  ): Answer<"right" | "wrong" | "locked">;
  /** Absolute, of the machine that the media engine runs on; the sounds in it are named by `spokenFile`. */
  readonly promptsFolder: string;
}

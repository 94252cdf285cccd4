/** What the phone system needs to play announcements (docs/spec/announcements.md, ANN-8). */
import type { MaybePromise, PinAttempt, SpokenLanguage } from "./ports.ts";

export interface Announcement {
  readonly name: string;
  /** Language of the prompts around it. */
  readonly language: SpokenLanguage;
  /** A local file that can be played now; undefined: it has no audio. */
  readonly sound: string | undefined;
  /** The number of the realm where the call goes afterwards; undefined: the call ends. */
  readonly next: string | undefined;
}

/** Dependencies of a phone system with announcements. */
export interface AnnouncementParts {
  /** `id` is `DirectoryEntry.id`. Read for each call; undefined: the announcement does not exist any more. */
  announcement(realm: string, id: string): MaybePromise<Announcement | undefined>;
  /** Called for every caller. Wrong PINs are counted over all calls; `locked` says nothing about the PIN. */
  checkPin(
    place: { readonly realm: string; readonly id: string },
    attempt: PinAttempt,
  ): MaybePromise<"right" | "wrong" | "locked">;
  /** Absolute path on the machine of the media engine; the files in it are named by `spokenFile`. */
  readonly promptsFolder: string;
}

/**
 * Dependencies of voicemail: boxes with their messages, greetings and PINs, and the files that are being recorded. The
 * rules for the telephone are in docs/spec/voicemail-phone.md.
 */
import type { RecordedSound } from "@callpanel/media";
import type { MaybePromise, PinAttempt, SpokenLanguage } from "./ports.ts";

export interface VoicemailBox {
  readonly id: string;
  /** The number of the box on the telephone: usually its owner's extension. */
  readonly mailbox: string;
  /** The name of the owner or the box, for displays and records; it may be hostile text. */
  readonly name: string;
  /** The owner: their own phones reach the box by `myvm`, their callers leave messages in it. A shared box has no owner. */
  readonly ownerId?: number;
  readonly language: SpokenLanguage;
  /** IANA name of the time zone of times that are said. */
  readonly timeZone: string;
  /** True: "please leave your message after the tone" is not said before the tone. */
  readonly skipInstruct: boolean;
  /** True: the time of a message is said before it … */
  readonly envelope: boolean;
  /** … and the number that it came from. */
  readonly playCallerId: boolean;
  /** True: the PIN is also asked for at the owner's own phones. */
  readonly asksOwnerForPin: boolean;
  /** Where a caller goes who presses 0 instead of leaving a message: any number that the owner may dial. */
  readonly operator?: string;
  /** Missing ones are taken from the phone system's settings. */
  readonly limits?: Partial<VoicemailLimits>;
  /** How many digits a PIN may have, for prompts; `changePin` decides. */
  readonly pinDigits: { readonly fewest: number; readonly most: number };
}

/** Limits of one message. */
export interface VoicemailLimits {
  /** A shorter message is discarded. */
  readonly shortestMs: number;
  readonly longestMs: number;
  /** A message ends after this silence. */
  readonly silenceMs: number;
}

/** As the box's settings name them: `greet` is the owner's name, `temp` replaces the other greetings while it exists. */
export type GreetingKind = "greet" | "busy" | "unavail" | "temp";

/** Folders of messages: unheard, heard, and the box's own folders by name. */
export type VoicemailFolder =
  | { readonly kind: "new" }
  | { readonly kind: "old" }
  | { readonly kind: "custom"; readonly name: string };

export interface VoicemailMessage {
  readonly id: string;
  /** When the caller began to speak, ms since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly from: VoicemailCaller;
  /** The caller marked it as urgent. */
  readonly urgent: boolean;
}

export interface VoicemailCaller {
  /** A number that can be dialled; `anonymous` for a withheld one. */
  readonly number: string;
  readonly name: string;
  /** Set for a person of the realm. */
  readonly userId?: number;
}

export interface VoicemailCounts {
  /** Urgent ones included. */
  readonly newCount: number;
  readonly oldCount: number;
  /** Number of urgent messages among the new ones. */
  readonly urgentCount: number;
}

/** The purpose of a sound file. */
export type DraftPurpose =
  /** Delivered when it is finished, or after a restart if the system was killed before that. */
  | { readonly kind: "message"; readonly from: VoicemailCaller; readonly callId: string }
  /** In use once it is finished; otherwise discarded. */
  | { readonly kind: "greeting"; readonly greeting: GreetingKind }
  /** Used before a forwarded message (`forward`); otherwise discarded. */
  | { readonly kind: "comment" };

/** A file that the phone system is going to write, Ogg Opus with one channel; it does not exist before. */
export interface VoicemailDraft {
  readonly id: string;
  /** Absolute path on the machine of the media engine; the folder exists. */
  readonly path: string;
}

/**
 * Boxes, read again at every step. When a promise rejects, the caller hears "not possible now", the error is logged,
 * and nothing else ends. A value may only be returned when its change is durable: the caller then hears that it is
 * done.
 */
export interface Voicemail {
  /** The box that a caller enters, or that a destination names by `DirectoryEntry.id`. */
  boxByMailbox(realm: string, mailbox: string): MaybePromise<VoicemailBox | undefined>;
  boxById(id: string): MaybePromise<VoicemailBox | undefined>;
  /** The box of a person; undefined: the person has no box, and callers get "no answer". */
  boxOfUser(userId: number): MaybePromise<VoicemailBox | undefined>;

  /** Wrong PINs are counted over all calls; `locked` says nothing about the PIN. */
  checkPin(boxId: string, attempt: PinAttempt): MaybePromise<"right" | "wrong" | "locked">;
  /** Only called after the old PIN was entered. */
  changePin(boxId: string, pin: string): MaybePromise<"changed" | "badLength" | "tooSimple">;

  /** Messages of this folder, urgent ones first, then the oldest, at most 500. */
  messages(boxId: string, folder: VoicemailFolder): MaybePromise<readonly VoicemailMessage[]>;
  counts(boxId: string): MaybePromise<VoicemailCounts>;
  /** The box's own folders by name, at most 7 (one digit must select them), including empty ones. */
  folders(boxId: string): MaybePromise<readonly string[]>;
  /** A local file that can be played now; undefined when it does not exist (any more). */
  messageSound(messageId: string): MaybePromise<string | undefined>;
  /** Moves it from `new` to `old`; a message in another folder stays where it is. */
  markHeard(messageId: string): MaybePromise<void>;
  move(messageId: string, folder: VoicemailFolder): MaybePromise<void>;
  remove(messageId: string): MaybePromise<void>;
  /**
   * Puts a copy into another box as a new message, after a comment (a finished draft of that purpose). False: that box
   * is full.
   */
  forward(messageId: string, toBoxId: string, commentDraftId?: string): MaybePromise<boolean>;

  /** As `messageSound`. */
  greetingSound(boxId: string, greeting: GreetingKind): MaybePromise<string | undefined>;
  removeGreeting(boxId: string, greeting: GreetingKind): MaybePromise<void>;

  /** `full`: the box has no room for a message (never for a greeting). It rejects when there is no storage at all. */
  begin(boxId: string, purpose: DraftPurpose): MaybePromise<VoicemailDraft | "full">;
  /** The file is closed and complete up to `sound.durationMs` (a `failure` says why it ended early). It is to be used. */
  finish(draftId: string, sound: RecordedSound, marked?: { readonly urgent: boolean }): MaybePromise<void>;
  /** The draft is not needed; its file, if it exists, is closed. */
  discard(draftId: string): MaybePromise<void>;
}

/** Dependencies of a phone system with voicemail. */
export interface VoicemailParts {
  readonly boxes: Voicemail;
  /** Absolute path on the machine of the media engine; the files in it are named by `spokenFile`. */
  readonly promptsFolder: string;
}

/** The number of messages in a mailbox, as phones are notified of it (RFC 3842 §5.2). */
export interface MailboxCount {
  readonly userId: number;
  readonly newCount: number;
  readonly oldCount: number;
  /** Number of urgent messages among the new ones. */
  readonly urgentCount: number;
}

/** Limits of a message in a box that sets none. */
export const DEFAULT_VOICEMAIL_LIMITS: VoicemailLimits = { shortestMs: 2_000, longestMs: 300_000, silenceMs: 10_000 };

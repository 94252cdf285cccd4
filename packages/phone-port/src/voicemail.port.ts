/**
 * What voicemail needs from outside: boxes with their messages, greetings and PINs, and where what is being recorded lies.
 * The rules of the telephone's side are in docs/spec/voicemail-phone.md.
 */
import type { RecordedSound } from "@callpanel/media";
import type { SpokenLanguage } from "./spoken-language.ts";
import type { Answer, PinAttempt } from "./ports.ts";

export interface VoicemailBox {
  readonly id: string;
  /** The number by which it is chosen on the telephone: its owner's extension, as a rule. */
  readonly mailbox: string;
  /** Of the owner or the box, for displays and records; hostile text is allowed. */
  readonly name: string;
  /** Whose it is: their own phones reach it by `myvm`, their callers come here. A shared box has no owner. */
  readonly ownerId?: number;
  readonly language: SpokenLanguage;
  /** IANA name of the zone in which times are said. */
  readonly timeZone: string;
  /** No "please leave your message after the tone" before the tone. */
  readonly skipInstruct: boolean;
  /** When a message came is said before it … */
  readonly envelope: boolean;
  /** … and from which number. */
  readonly playCallerId: boolean;
  /** The owner's own phones are asked for the PIN as well. */
  readonly asksOwnerForPin: boolean;
  /** Where a caller goes who presses 0 instead of leaving a message: any number that the owner might dial. */
  readonly operator?: string;
  /** Missing ones are those of the phone system's settings. */
  readonly limits?: Partial<VoicemailLimits>;
  /** How many digits a PIN may have, for the words about it; `changePin` decides. */
  readonly pinDigits: { readonly fewest: number; readonly most: number };
}

/** Of one message. */
export interface VoicemailLimits {
  /** A shorter one is none. */
  readonly shortestMs: number;
  readonly longestMs: number;
  /** So much silence ends it. */
  readonly silenceMs: number;
}

/** As the box's settings name them: `greet` is the owner's name, `temp` stands over the other greetings while there is one. */
export type GreetingKind = "greet" | "busy" | "unavail" | "temp";

/** Where messages lie: unheard ones, heard ones, and the box's own folders by name. */
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
  /** Marked so by whoever left it. */
  readonly urgent: boolean;
}

export interface VoicemailCaller {
  /** As it can be dialled; `anonymous` for one who withholds it. */
  readonly number: string;
  readonly name: string;
  /** Of a person of the realm. */
  readonly userId?: number;
}

export interface VoicemailCounts {
  /** Urgent ones included. */
  readonly newCount: number;
  readonly oldCount: number;
  /** Of the new ones. */
  readonly urgentCount: number;
}

/** What becomes of a sound file. */
export type DraftPurpose =
  /** Delivered when it is finished; delivered as well when the system was killed before that. */
  | { readonly kind: "message"; readonly from: VoicemailCaller; readonly callId: string }
  /** In use once it is finished; nothing otherwise. */
  | { readonly kind: "greeting"; readonly greeting: GreetingKind }
  /** Goes before a message that is forwarded (`forward`); nothing otherwise. */
  | { readonly kind: "comment" };

/** A file that the phone system is going to write, Ogg Opus of one channel; nothing is there yet. */
export interface VoicemailDraft {
  readonly id: string;
  /** Absolute, of the machine that the media engine runs on, in a folder that is there. */
  readonly path: string;
}

/**
 * Boxes, read afresh at every step. A promise that rejects is told to whoever is on the telephone ("not possible now"), logged, and
 * ends nothing else. What a method has answered must outlive a kill: only then the caller hears that it is done.
 */
export interface Voicemail {
  /** The box that somebody keys in, or that a destination names by `DirectoryEntry.id`. */
  boxByMailbox(realm: string, mailbox: string): Answer<VoicemailBox | undefined>;
  boxById(id: string): Answer<VoicemailBox | undefined>;
  /** Whose callers may leave a message; undefined: the person has no box, and callers hear that nobody answers. */
  boxOfUser(userId: number): Answer<VoicemailBox | undefined>;

  /** Counts wrong ones over all calls; `locked` says nothing about the PIN. */
  checkPin(boxId: string, attempt: PinAttempt): Answer<"right" | "wrong" | "locked">;
  /** By whoever has given the old one. */
  changePin(boxId: string, pin: string): Answer<"changed" | "badLength" | "tooSimple">;

  /** Of this folder, urgent ones first, then the oldest, 500 at most. */
  messages(boxId: string, folder: VoicemailFolder): Answer<readonly VoicemailMessage[]>;
  counts(boxId: string): Answer<VoicemailCounts>;
  /** The box's own folders by name, at most 7 (what one digit can choose); empty ones as well. */
  folders(boxId: string): Answer<readonly string[]>;
  /** A local file that can be played now; undefined when there is none (any more). */
  messageSound(messageId: string): Answer<string | undefined>;
  /** It goes from `new` to `old`; one in another folder stays where it is. */
  markHeard(messageId: string): Answer<void>;
  move(messageId: string, folder: VoicemailFolder): Answer<void>;
  remove(messageId: string): Answer<void>;
  /** Puts a copy into another box as a new message, after a comment (a finished draft of that purpose). False: that box is full. */
  forward(messageId: string, toBoxId: string, commentDraftId?: string): Answer<boolean>;

  /** As `messageSound`. */
  greetingSound(boxId: string, greeting: GreetingKind): Answer<string | undefined>;
  removeGreeting(boxId: string, greeting: GreetingKind): Answer<void>;

  /** `full`: the box has no room for a message (never of a greeting); a rejection: there is no room anywhere. */
  begin(boxId: string, purpose: DraftPurpose): Answer<VoicemailDraft | "full">;
  /** The file is closed and whole up to `sound.durationMs` (a `failure` says why it ended early), and is to be used. */
  finish(draftId: string, sound: RecordedSound, marked?: { readonly urgent: boolean }): Answer<void>;
  /** It is not wanted; the file, if there is one, is closed. */
  discard(draftId: string): Answer<void>;
}

/** What a phone system with voicemail is given. */
export interface VoicemailParts {
  readonly boxes: Voicemail;
  /** Absolute, of the machine that the media engine runs on; the sounds in it are named by `spokenFile`. */
  readonly promptsFolder: string;
}

/** How many messages a mailbox has, as phones are notified of it (RFC 3842 §5.2). */
export interface MailboxCount {
  readonly userId: number;
  readonly newCount: number;
  readonly oldCount: number;
  /** Of the new ones. */
  readonly urgentCount: number;
}

/** Of a message in a box that sets none. */
export const DEFAULT_VOICEMAIL_LIMITS: VoicemailLimits = { shortestMs: 2_000, longestMs: 300_000, silenceMs: 10_000 };

/** Text messages that telephones send (RFC 3428). */
import type { DirectoryUser, Party } from "./ports.ts";

export interface PhoneText {
  /** The authenticated person. */
  readonly from: DirectoryUser;
  /** An extension, a SIP username or a number outside, as the phone wrote it. */
  readonly to: string;
  /** Not empty; hostile text. */
  readonly text: string;
  /** The same for a message that the phone sends again. */
  readonly id: string;
}

/** `unavailable`: the person cannot be written to; `tooMany`: later again. */
export type TextOutcome = "taken" | "unknown" | "forbidden" | "unavailable" | "tooLong" | "tooMany";

/** A text message for a person's telephones. */
export interface TextForPhones {
  readonly userId: number;
  /** The author. */
  readonly from: Party;
  readonly text: string;
}

export interface TextsToPhones {
  /** Whether any telephone takes text messages here; asked for each message of chat, so it costs nothing. */
  reachesAnybody(): boolean;
  /** Whether a telephone of the person takes text messages here. */
  reaches(userId: number): boolean;
  send(text: TextForPhones): void;
}

export interface Texting {
  take(text: PhoneText): Promise<TextOutcome>;
}

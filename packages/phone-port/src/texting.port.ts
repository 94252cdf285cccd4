/** Text messages that telephones send (RFC 3428). */
import type { DirectoryUser } from "./ports.ts";

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

export interface Texting {
  take(text: PhoneText): Promise<TextOutcome>;
}

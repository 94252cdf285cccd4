import type { VoicemailCategory } from "@callpanel/contract";
import type { SoundFile } from "./speech.port.ts";

/**
 * A text made of a message. `pending`: it is being made (the panel says "transcribing…"). `off`: the box does not want it.
 * `unavailable`: there is no engine for it, or none for its language.
 */
export type TextState<Text = string> =
  | { readonly state: "done"; readonly text: Text }
  | { readonly state: "pending" | "failed" | "off" | "unavailable" };

export interface MessageTexts {
  readonly transcription: TextState;
  readonly summary: TextState;
  readonly category: TextState<VoicemailCategory>;
  readonly translation: TextState;
}

/** What a box wants to have of its messages. */
export interface WantedTexts {
  /** Without it none of the others is made. */
  readonly transcript: boolean;
  readonly summarize: boolean;
  readonly categorize: boolean;
  readonly translate: boolean;
  /** BCP 47: of what is said to the box, `en-US`. */
  readonly language: string;
  /** BCP 47. */
  readonly translationLanguage: string;
}

/** Voicemail as its texts' making sees it. */
export interface VoicemailTexts {
  /** Undefined: it is gone, and nothing is to be made of it. */
  find(messageId: number): Promise<
    | {
        readonly sound: SoundFile;
        readonly wanted: WantedTexts;
        readonly texts: MessageTexts;
      }
    | undefined
  >;
  /** Writes down what was made; what is not named stays. Who looks at the message sees it at once. */
  save(messageId: number, texts: Partial<MessageTexts>): Promise<void>;
}

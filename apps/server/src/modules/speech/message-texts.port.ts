import type { VoicemailCategory } from "@callpanel/contract";
import type { SoundFile } from "./speech.port.ts";

/**
 * A text made from a message. `pending`: it is being made (the panel shows "transcribing…"). `off`: the box does not want it.
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

/** The texts that a box wants for its messages. */
export interface WantedTexts {
  /** Without it the others are not made. */
  readonly transcript: boolean;
  readonly summarize: boolean;
  readonly categorize: boolean;
  readonly translate: boolean;
  /** BCP 47 language of messages to the box, `en-US`. */
  readonly language: string;
  /** BCP 47. */
  readonly translationLanguage: string;
}

/** The part of voicemail that is needed to make texts. */
export interface VoicemailTexts {
  /** Undefined: the message was removed, and no texts are made. */
  find(messageId: number): Promise<
    | {
        readonly sound: SoundFile;
        readonly wanted: WantedTexts;
        readonly texts: MessageTexts;
      }
    | undefined
  >;
  /** Stores finished texts; the others stay. People who look at the message see them immediately. */
  save(messageId: number, texts: Partial<MessageTexts>): Promise<void>;
}

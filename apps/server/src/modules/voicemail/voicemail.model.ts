import type { GreetingType } from "@callpanel/contract";
import type { SoundId } from "../../kernel/files/sound-store.port.ts";
import type { MessageTexts } from "../speech/index.ts";

/** The folder of a message. `custom`: one of the person's own folders. */
export type MessagePlace =
  | { readonly folder: "inbox" | "old" }
  | { readonly folder: "custom"; readonly name: string }
  | { readonly folder: "archived"; readonly name: string };

/** The caller who left a message; untrusted values from the call. */
export interface MessageCaller {
  readonly number: string;
  readonly name: string;
  /** Id of the caller, if it is a person of the realm. */
  readonly userId: number | null;
}

export interface NewMessage {
  /** The box, by its owner's user id. */
  readonly boxId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly from: MessageCaller;
  readonly callId: string;
  /** Marked as urgent by the caller (VMP-35). */
  readonly urgent?: true;
  readonly sound: SoundId;
  readonly texts: MessageTexts;
  /** BCP 47; empty: no translation requested. */
  readonly translationLanguage: string;
}

export interface StoredMessage extends NewMessage {
  readonly id: number;
  readonly place: MessagePlace;
  readonly favorite: boolean;
}

export interface StoredGreeting {
  readonly id: number;
  readonly boxId: number;
  readonly type: GreetingType;
  /** Null: in use. */
  readonly archiveName: string | null;
  readonly sound: SoundId;
  readonly durationMs: number;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  /** Text and voice, if it was spoken from text. */
  readonly spoken: { readonly text: string; readonly voice: string } | null;
}

/** A person's settings of their box. */
export interface BoxSettings {
  readonly language: "en" | "fr";
  readonly email: string;
  readonly pager: string;
  /** BCP 47; empty: no translation. */
  readonly translationLanguage: string;
  readonly attach: boolean;
  readonly deletevm: boolean;
  readonly playcid: boolean;
  readonly envelope: boolean;
  readonly transcript: boolean;
  readonly summarize: boolean;
  readonly categorize: boolean;
  readonly translate: boolean;
  readonly skip_instruct: boolean;
}

/** VM-31: the defaults. */
export const NEW_BOX: BoxSettings = {
  language: "en",
  email: "",
  pager: "",
  translationLanguage: "",
  attach: false,
  deletevm: false,
  playcid: true,
  envelope: true,
  transcript: true,
  summarize: true,
  categorize: true,
  translate: false,
  skip_instruct: false,
};

export interface Box {
  readonly settings: BoxSettings;
  /** argon2id; null: no PIN. */
  readonly pinHash: string | null;
}

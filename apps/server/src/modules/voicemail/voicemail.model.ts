import type { GreetingType } from "@callpanel/contract";
import type { SoundId } from "../../kernel/sound-store.port.ts";
import type { MessageTexts } from "../speech/index.ts";

/** Where a message lies. `custom`: in a folder of the person's own. */
export type MessagePlace =
  | { readonly folder: "inbox" | "old" }
  | { readonly folder: "custom"; readonly name: string }
  | { readonly folder: "archived"; readonly name: string };

/** Who left a message: whatever the caller sent. */
export interface MessageCaller {
  readonly number: string;
  readonly name: string;
  /** Of a person of the realm. */
  readonly userId: number | null;
}

export interface NewMessage {
  /** Whose box: the user's id. */
  readonly boxId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly from: MessageCaller;
  readonly callId: string;
  /** Marked so by the caller (VMP-35). */
  readonly urgent?: true;
  readonly sound: SoundId;
  readonly texts: MessageTexts;
  /** BCP 47; empty: none was asked for. */
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
  /** Null: it is in use. */
  readonly archiveName: string | null;
  readonly sound: SoundId;
  readonly durationMs: number;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  /** What it says and by which voice, where it was spoken from text. */
  readonly spoken: { readonly text: string; readonly voice: string } | null;
}

/** What a person has set for their box. */
export interface BoxSettings {
  readonly language: "en" | "fr";
  readonly email: string;
  readonly pager: string;
  /** BCP 47; empty: none is chosen. */
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

/** VM-31: of a box in which nobody has set anything. */
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
  /** argon2id; null: there is no PIN. */
  readonly pinHash: string | null;
}

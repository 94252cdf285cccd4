import type { VOICE_CATEGORIES } from "@callpanel/contract";
import type { SoundId } from "../../kernel/files/sound-store.port.ts";
import type { SpeechOrder } from "../speech/index.ts";

/** The text of a spoken announcement, and its voice. */
export interface AnnouncementTexts {
  /** Empty: the sound was uploaded, or there is no sound yet. */
  readonly text: string;
  readonly textType: "text" | "ssml";
  /** BCP 47. */
  readonly ttsLanguage: string;
  /** Empty: the engine's default for the language. */
  readonly voice: string;
  readonly voiceCategory: (typeof VOICE_CATEGORIES)[number];
  /** Semitones. */
  readonly pitch: number;
  readonly speed: number;
  readonly volumeGainDb: number;
}

/** Fields of a new announcement. */
export interface AnnouncementDraft extends AnnouncementTexts {
  /** Unique in its realm. */
  readonly number: string;
  readonly name: string;
  /** Digits. */
  readonly pin: string;
  /** Language of the telephone's prompts around it. */
  readonly language: "en" | "fr";
  /** A number of the realm; empty: the call ends. */
  readonly postDestination: string;
}

export interface AnnouncementSound {
  readonly id: SoundId;
  readonly durationMs: number;
}

/** A sound with its own number. */
export interface Announcement extends AnnouncementDraft {
  readonly id: number;
  readonly sound: AnnouncementSound | null;
}

export type AnnouncementChange = Partial<Omit<AnnouncementDraft, "number">> & { readonly sound?: AnnouncementSound };

/** The speech order for these texts. */
export function speechOrderOf(texts: AnnouncementTexts): SpeechOrder {
  const { text, textType, ttsLanguage, voice, pitch, speed, volumeGainDb } = texts;
  return {
    text,
    textType,
    language: ttsLanguage,
    ...(voice === "" ? {} : { voice }),
    pitch,
    speed,
    volumeGainDb,
  };
}

/** ANN-5: whether a change needs a new sound, because the text or voice is different. */
export function needsNewSound(before: Announcement, after: AnnouncementTexts): boolean {
  if (after.text.trim() === "") return false;
  return JSON.stringify(speechOrderOf(before)) !== JSON.stringify(speechOrderOf(after));
}

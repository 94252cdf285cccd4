import type { VOICE_CATEGORIES } from "@callpanel/contract";
import type { SoundId } from "../../kernel/sound-store.port.ts";
import type { SpeechOrder } from "../speech/index.ts";

/** What an announcement says, where it is spoken from a text, and how. */
export interface AnnouncementTexts {
  /** Empty: the sound was uploaded, or there is none yet. */
  readonly text: string;
  readonly textType: "text" | "ssml";
  /** BCP 47. */
  readonly ttsLanguage: string;
  /** Empty: the engine's own for the language. */
  readonly voice: string;
  readonly voiceCategory: (typeof VOICE_CATEGORIES)[number];
  /** Semitones. */
  readonly pitch: number;
  readonly speed: number;
  readonly volumeGainDb: number;
}

/** What is asked for when one is made. */
export interface AnnouncementDraft extends AnnouncementTexts {
  /** Of its realm, and of nothing else there. */
  readonly number: string;
  readonly name: string;
  /** Digits. */
  readonly pin: string;
  /** Of what the telephone says around it. */
  readonly language: "en" | "fr";
  /** A number of the realm; empty: the call ends. */
  readonly postDestination: string;
}

export interface AnnouncementSound {
  readonly id: SoundId;
  readonly durationMs: number;
}

/** A sound with a number of its own. */
export interface Announcement extends AnnouncementDraft {
  readonly id: number;
  readonly sound: AnnouncementSound | null;
}

export type AnnouncementChange = Partial<Omit<AnnouncementDraft, "number">> & { readonly sound?: AnnouncementSound };

/** How somebody wants a text spoken. */
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

/** ANN-5: a change of how it is spoken makes its sound anew, any other does not. */
export function speaksAnew(before: Announcement, after: AnnouncementTexts): boolean {
  if (after.text.trim() === "") return false;
  return JSON.stringify(speechOrderOf(before)) !== JSON.stringify(speechOrderOf(after));
}

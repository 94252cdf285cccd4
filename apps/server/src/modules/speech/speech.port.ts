import type { VoicemailCategory } from "@callpanel/contract";

/** A sound file on the disk. */
export interface SoundFile {
  readonly path: string;
  readonly type: "audio/ogg" | "audio/wav" | "audio/mpeg";
}

export interface SpeechTask {
  /** Aborts the engine: the server stops, or the result is not needed any more. */
  readonly signal?: AbortSignal;
}

export interface Voice {
  /** The name for `SpeechOrder.voice`. */
  readonly name: string;
  /** BCP 47: `en-US`. */
  readonly languages: readonly string[];
  readonly gender: "female" | "male" | "neutral";
}

/** A request to speak a text. */
export interface SpeechOrder {
  readonly text: string;
  readonly textType: "text" | "ssml";
  /** BCP 47. The engine's default voice for it is used, unless `voice` names one. */
  readonly language: string;
  readonly voice?: string;
  /** 0.25 to 4; 1 is the voice's normal speed. */
  readonly speed?: number;
  /** Semitones, -20 to 20; 0 is the voice's normal pitch. */
  readonly pitch?: number;
  /** -96 to 16; 0 is the voice's normal volume. */
  readonly volumeGainDb?: number;
}

/** Text to speech. */
export interface TextToSpeech {
  /** Name for people: `eSpeak NG`. */
  readonly engine: string;
  voices(): Promise<readonly Voice[]>;
  /**
   * Writes a WAV file (PCM, mono, 16 bit).
   * @throws SpeechRefusal when the text can never be spoken
   */
  speak(order: SpeechOrder, into: SpeechTask & { readonly path: string }): Promise<void>;
}

/** Speech to text. */
export interface SpeechToText {
  readonly engine: string;
  /** Whether it supports the language (BCP 47). */
  understands(language: string): boolean;
  /**
   * The transcription; empty without speech.
   * @throws SpeechRefusal when the sound can never be read
   */
  transcribe(sound: SoundFile, task: SpeechTask & { readonly language: string }): Promise<string>;
}

export interface Categorized {
  readonly category: VoicemailCategory;
  /** The words that decided it, most important first. */
  readonly because: readonly string[];
}

/** Summary and category of a text. */
export interface TextAnalysis {
  readonly engine: string;
  understands(language: string): boolean;
  summarize(text: string, task: SpeechTask & { readonly language: string }): Promise<string>;
  categorize(text: string, task: SpeechTask & { readonly language: string }): Promise<Categorized>;
}

/** Languages of a translation, BCP 47. */
export interface LanguagePair {
  readonly from: string;
  readonly to: string;
}

export interface Translation {
  readonly engine: string;
  canTranslate(pair: LanguagePair): boolean;
  /** @throws SpeechRefusal for a pair that it does not support */
  translate(text: string, task: SpeechTask & LanguagePair): Promise<string>;
}

/** The available engines. Each may be absent: then only the features that need it report that. */
export interface Speech {
  readonly textToSpeech: TextToSpeech | undefined;
  readonly speechToText: SpeechToText | undefined;
  readonly textAnalysis: TextAnalysis | undefined;
  readonly translation: Translation | undefined;
}

/** An engine can never do this, so a retry is useless. */
export class SpeechRefusal extends Error {
  override readonly name = "SpeechRefusal";
  readonly reason: "language" | "markup" | "sound" | "text" | "voice";

  constructor(reason: SpeechRefusal["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

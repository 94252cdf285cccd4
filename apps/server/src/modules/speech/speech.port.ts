import type { VoicemailCategory } from "@callpanel/contract";

/** A sound file as it lies on the disk. */
export interface SoundFile {
  readonly path: string;
  readonly type: "audio/ogg" | "audio/wav" | "audio/mpeg";
}

export interface SpeechTask {
  /** Stops the engine: the server stops, or nobody waits any more. */
  readonly signal?: AbortSignal;
}

export interface Voice {
  /** What `SpeechOrder.voice` names it by. */
  readonly name: string;
  /** BCP 47: `en-US`. */
  readonly languages: readonly string[];
  readonly gender: "female" | "male" | "neutral";
}

/** What is to be spoken. */
export interface SpeechOrder {
  readonly text: string;
  readonly textType: "text" | "ssml";
  /** BCP 47. The engine's own voice for it speaks, unless `voice` names one. */
  readonly language: string;
  readonly voice?: string;
  /** 0.25 to 4; 1 is the voice's own. */
  readonly speed?: number;
  /** Semitones, -20 to 20; 0 is the voice's own. */
  readonly pitch?: number;
  /** -96 to 16; 0 is the voice's own. */
  readonly volumeGainDb?: number;
}

/** Text to speech. */
export interface TextToSpeech {
  /** `eSpeak NG`; for people. */
  readonly engine: string;
  voices(): Promise<readonly Voice[]>;
  /**
   * Writes a WAV file (PCM, mono, 16 bit).
   * @throws SpeechRefusal when the order cannot be spoken, however often it is tried
   */
  speak(order: SpeechOrder, into: SpeechTask & { readonly path: string }): Promise<void>;
}

/** Speech to text. */
export interface SpeechToText {
  readonly engine: string;
  /** Whether it understands the language (BCP 47). */
  understands(language: string): boolean;
  /**
   * What was said; empty when nothing was.
   * @throws SpeechRefusal when the sound cannot be read, however often it is tried
   */
  transcribe(sound: SoundFile, task: SpeechTask & { readonly language: string }): Promise<string>;
}

export interface Categorized {
  readonly category: VoicemailCategory;
  /** The words that made it so, heaviest first. */
  readonly because: readonly string[];
}

/** What a text says in short, and what it is about. */
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
  /** @throws SpeechRefusal for a pair it has not */
  translate(text: string, task: SpeechTask & LanguagePair): Promise<string>;
}

/** The engines there are. Each may be absent: then whoever needs it says so, and hides nothing else. */
export interface Speech {
  readonly textToSpeech: TextToSpeech | undefined;
  readonly speechToText: SpeechToText | undefined;
  readonly textAnalysis: TextAnalysis | undefined;
  readonly translation: Translation | undefined;
}

/** An engine will never do this, however often it is asked. */
export class SpeechRefusal extends Error {
  override readonly name = "SpeechRefusal";
  readonly reason: "language" | "markup" | "sound" | "text" | "voice";

  constructor(reason: SpeechRefusal["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

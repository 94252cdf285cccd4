import { createSpeechActivity } from "../../mix/speech-activity.ts";
import type { SpeechActivity } from "../../mix/speech-activity.ts";

/**
 * The voices that are heard: the three loudest, and a fourth for those three, because they do not hear themselves. A voice keeps its place
 * while it speaks, until another is clearly louder for a while; and after it, until the place is needed.
 */
export class VoiceChoice {
  readonly #voices = new Map<string, Voice>();
  readonly #onTalking: (id: string, talking: boolean) => void;
  #first: readonly string[] = [];
  #fourth: readonly string[] = [];

  constructor(onTalking: (id: string, talking: boolean) => void) {
    this.#onTalking = onTalking;
  }

  /** `level` is in decibels below full scale (RFC 6464). */
  hear(id: string, level: number): void {
    const voice = this.#voices.get(id) ?? this.#add(id);
    voice.activity.hear(level);
    const loudness = 127 - level;
    voice.loudness += (loudness - voice.loudness) * (loudness > voice.loudness ? RISE : FALL);
  }

  remove(id: string): void {
    const voice = this.#voices.get(id);
    if (voice === undefined) return;
    this.#voices.delete(id);
    if (voice.activity.talking) this.#onTalking(id, false);
    this.#first = this.#first.filter((one) => one !== id);
    this.#fourth = this.#fourth.filter((one) => one !== id);
  }

  /** Every 20 ms. */
  beat(): void {
    for (const voice of this.#voices.values()) voice.activity.beat();
    const all = [...this.#voices.keys()];
    const before = this.#first;
    this.#first = this.#step(before, all, VOICES);
    const pushedOut = before.find((id) => !this.#first.includes(id));
    const reserve = this.#fourth.filter((id) => !this.#first.includes(id));
    const rest = all.filter((id) => !this.#first.includes(id));
    this.#fourth = this.#step(reserve.length === 0 && pushedOut !== undefined ? [pushedOut] : reserve, rest, 1);
  }

  /** The voices for a receiver, at most three; `isOwn` says which are its own. */
  heardBy(isOwn: (id: string) => boolean): readonly string[] {
    return [...this.#first, ...this.#fourth].filter((id) => !isOwn(id)).slice(0, VOICES);
  }

  /** Whether its packets go to anybody. */
  isHeard(id: string): boolean {
    return this.#first.includes(id) || this.#fourth.includes(id);
  }

  /** Fills free places, and gives at most one to a louder voice. */
  #step(chosen: readonly string[], all: readonly string[], places: number): readonly string[] {
    const next = [...chosen];
    const waiting = all
      .filter((id) => !next.includes(id) && this.#voices.get(id)?.activity.audible === true)
      .toSorted((a, b) => this.#loudness(b) - this.#loudness(a));
    while (next.length < places) {
      const [id] = waiting.splice(0, 1);
      if (id === undefined) return next;
      next.push(id);
    }
    const [loudest] = waiting;
    const weakest = next.toSorted((a, b) => this.#loudness(a) - this.#loudness(b))[0];
    const challenger = loudest === undefined ? undefined : this.#voices.get(loudest);
    if (loudest === undefined || weakest === undefined || challenger === undefined) return next;
    const isLouder = this.#loudness(loudest) > this.#loudness(weakest) + CLEARLY;
    challenger.louderFor = isLouder ? challenger.louderFor + 1 : 0;
    const isFree = this.#voices.get(weakest)?.activity.audible !== true;
    if (!isFree && challenger.louderFor < LOUDER_FOR_BEATS) return next;
    challenger.louderFor = 0;
    return next.map((id) => (id === weakest ? loudest : id));
  }

  /** Those who are silent are below all others. */
  #loudness(id: string): number {
    const voice = this.#voices.get(id);
    return voice?.activity.audible === true ? voice.loudness : -1;
  }

  #add(id: string): Voice {
    const activity = createSpeechActivity((talking) => this.#onTalking(id, talking));
    const voice: Voice = { activity, loudness: 0, louderFor: 0 };
    this.#voices.set(id, voice);
    return voice;
  }
}

interface Voice {
  readonly activity: SpeechActivity;
  /** 127 is full scale. */
  loudness: number;
  /** Beats. */
  louderFor: number;
}

const VOICES = 3;
const RISE = 0.3;
const FALL = 0.02; // a second of a sentence, its pauses included
const CLEARLY = 6; // dB
const LOUDER_FOR_BEATS = 15; // 300 ms: longer than a cough

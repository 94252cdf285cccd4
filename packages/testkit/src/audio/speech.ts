/** Sentences of a speech engine as microphone input, and whether a sound is such a sentence. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { amplitudeAt } from "./spectrum.ts";

const run = promisify(execFile);

/** Of what is compared: telephones carry more, but this is where speech is. */
export const SPEECH_RATE_HZ = 16_000;
/** Of microphones, and of Opus. */
const MICROPHONE_RATE_HZ = 48_000;
const PAUSE_SECONDS = 0.8;

export interface Sentence {
  readonly words: readonly string[];
  /** A WAV file to be looped by a fake microphone: the sentence and a short pause. */
  readonly path: string;
  /** The sentence alone, at SPEECH_RATE_HZ. */
  readonly pcm: Int16Array;
  /** What is in the file, at MICROPHONE_RATE_HZ. */
  readonly looped: Int16Array;
}

/** Speaks with Flite (a voice that pocketsphinx understands), as tools/setup.mjs installs it. */
export async function speak(text: string, folder: string): Promise<Sentence> {
  const path = `${folder}/${text.replaceAll(/\W+/g, "-")}.wav`;
  const spoken = `${path}.spoken.wav`;
  await run("flite", ["-voice", "rms", "-t", text, "-o", spoken]);
  const rate = String(MICROPHONE_RATE_HZ);
  await run("ffmpeg", ["-v", "error", "-y", "-i", spoken, "-af", `apad=pad_dur=${PAUSE_SECONDS}`, "-ar", rate, path]);
  const [pcm, looped] = await Promise.all([samplesOf(spoken, SPEECH_RATE_HZ), samplesOf(path, MICROPHONE_RATE_HZ)]);
  return { words: text.split(" "), path, pcm, looped };
}

/** What a sound file of any kind holds, as one channel. */
export async function samplesOf(path: string, rateHz: number): Promise<Int16Array> {
  const raw = `${path}.${rateHz}.raw`;
  await run("ffmpeg", ["-v", "error", "-y", "-i", path, "-f", "s16le", "-ar", String(rateHz), "-ac", "1", raw]);
  const bytes = await readFile(raw);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

const STEP = SPEECH_RATE_HZ / 50; // 20 ms
const WINDOW = 2 * STEP;
/** Bands of speech, each by some frequencies in it: Opus preserves them, although it changes the samples. */
const BANDS_HZ = [
  [200, 280, 360],
  [450, 550, 650],
  [800, 950, 1_100],
  [1_300, 1_500, 1_700],
  [2_000, 2_300, 2_600],
  [3_000, 3_400, 3_800],
] as const;
/** Below this a band is silent. */
const FLOOR = 1e-4;

/**
 * How much of a sentence a sound holds, at the moment where it fits best: the mean correlation of the loudness of each band
 * over time. 1 is the same sound; another sentence of the same voice stays below a half.
 */
export function likeness(said: Int16Array, heard: Int16Array): number {
  const sentence = bandsOf(said);
  const sound = bandsOf(heard);
  const steps = sentence[0]?.length ?? 0;
  let best = 0;
  for (let from = 0; from + steps <= (sound[0]?.length ?? 0); from += 1) {
    const fits = sentence.map((band, at) => correlation(band, (sound[at] ?? []).slice(from, from + steps)));
    best = Math.max(best, fits.reduce((sum, one) => sum + one, 0) / fits.length);
  }
  return best;
}

function bandsOf(pcm: Int16Array): readonly (readonly number[])[] {
  const starts = Array.from({ length: Math.max(0, Math.floor((pcm.length - WINDOW) / STEP)) }, (_, at) => at * STEP);
  return BANDS_HZ.map((frequencies) =>
    starts.map((start) => {
      const window = pcm.subarray(start, start + WINDOW);
      const loudest = Math.max(...frequencies.map((hz) => amplitudeAt(window, SPEECH_RATE_HZ, hz)));
      return Math.log10(loudest + FLOOR);
    }),
  );
}

/** Pearson's; 0 where one of them does not change at all. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  let [together, ofOne, ofOther] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const [x, y] = [value - a, (other[at] ?? 0) - b];
    together += x * y;
    ofOne += x * x;
    ofOther += y * y;
  }
  return ofOne === 0 || ofOther === 0 ? 0 : together / Math.sqrt(ofOne * ofOther);
}

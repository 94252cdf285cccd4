import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SpeechOrder, TextToSpeech, Voice } from "../../modules/speech/index.ts";
import type { RunProgram } from "./program.ts";
import { SPOKEN, spokenText, voiceOf, writeSpeech } from "./speech-order.ts";

const PROGRAM = "flite";
const LIST_MS = 10_000;
const SPEAK_MS = 60_000;

interface FliteVoice extends Voice {
  /** Flite's name. */
  readonly own: string;
  /** Pitch of the voice in Hz; undefined: it cannot be changed. */
  readonly pitchHz: number | undefined;
}

/** Voices with 16 kHz; the best one first. */
const VOICES: readonly FliteVoice[] = [
  { name: "flite-slt", own: "slt", languages: ["en-US", "en"], gender: "female", pitchHz: 170 },
  { name: "flite-rms", own: "rms", languages: ["en-US", "en"], gender: "male", pitchHz: undefined },
  { name: "flite-kal", own: "kal16", languages: ["en-US", "en"], gender: "male", pitchHz: 105 },
  { name: "flite-awb", own: "awb", languages: ["en-GB-scotland", "en"], gender: "male", pitchHz: 130 },
];

/**
 * Flite, a separate program (a BSD-like licence): English that sounds more natural than eSpeak NG's.
 * @returns undefined when it has none of these voices
 */
export async function openFlite(runProgram: RunProgram): Promise<TextToSpeech | undefined> {
  const listed = await runProgram(PROGRAM, { args: ["-lv"], timeoutMs: LIST_MS, atOnce: true, alone: true });
  const there = new Set(listed.trim().split(/\s+/));
  const voices = VOICES.filter(({ own }) => there.has(own));
  if (voices.length === 0) return undefined;
  return {
    engine: "Flite",
    voices: async () => voices.map(({ name, languages, gender }) => ({ name, languages, gender })),
    speak: async (order, { path, signal }) => {
      const [text, voice] = [spokenText(order), voiceOf(order, voices)];
      await writeSpeech(path, async (into) => {
        // A file, because flite cannot read its standard input.
        await writeFile(join(into.folder, "text"), text);
        const args = [...argsOf(order, voice), "-f", "text", "-o", SPOKEN];
        await runProgram(PROGRAM, { args, timeoutMs: SPEAK_MS, ...into, signal });
      });
      await gain(path, order.volumeGainDb ?? 0);
    },
  };
}

const SLOWEST = 0.25;
const FASTEST = 4;
const SEMITONES = 12; // an octave

function argsOf({ textType, speed = 1, pitch = 0 }: SpeechOrder, { own, pitchHz }: FliteVoice): readonly string[] {
  const stretch = 1 / Math.min(FASTEST, Math.max(SLOWEST, speed));
  const pitched = pitch !== 0 && pitchHz !== undefined;
  return [
    "-voice",
    own,
    ...(textType === "ssml" ? ["-ssml"] : []),
    "--setf",
    `duration_stretch=${stretch}`,
    ...(pitched ? ["--setf", `int_f0_target_mean=${Math.round(pitchHz * 2 ** (pitch / SEMITONES))}`] : []),
  ];
}

/** The samples of a 16-bit WAV file follow its header. */
const WAV_HEADER = 44;

/** Flite has no volume setting. Samples above full scale are clipped. */
async function gain(path: string, gainDb: number): Promise<void> {
  if (gainDb === 0) return;
  const wav = await readFile(path);
  const factor = 10 ** (gainDb / 20);
  for (let at = WAV_HEADER; at + 1 < wav.length; at += 2) {
    const sample = Math.round(wav.readInt16LE(at) * factor);
    wav.writeInt16LE(Math.min(32_767, Math.max(-32_768, sample)), at);
  }
  await writeFile(path, wav);
}

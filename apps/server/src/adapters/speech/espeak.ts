import type { SpeechOrder, TextToSpeech, Voice } from "../../modules/speech/index.ts";
import { languageTag } from "./language-tag.ts";
import type { RunProgram } from "./program.ts";
import { SPOKEN, spokenText, voiceOf, writeSpeech } from "./speech-order.ts";

const PROGRAM = "espeak-ng";
const LIST_MS = 10_000;
const SPEAK_MS = 60_000;
const WORDS_A_MINUTE = 175; // eSpeak's default
const SLOWEST = 80; // words a minute, eSpeak's limits
const FASTEST = 450;
const OWN_PITCH = 50; // of 0 to 99, eSpeak's default
/** eSpeak's scale of 50 in each direction covers 20 semitones. */
const PITCH_A_SEMITONE = 2.5;
const OWN_AMPLITUDE = 100; // of 0 to 200, eSpeak's default
/** The voice variant that sounds female, for languages without a female voice. */
const FEMALE_VARIANT = "+f3";

/**
 * eSpeak NG, a separate program (GPL-3.0, not linked). It reads text from its standard input.
 * @returns undefined when it has no voice
 */
export async function openEspeak(runProgram: RunProgram): Promise<TextToSpeech | undefined> {
  const voices = parseVoices(
    await runProgram(PROGRAM, { args: ["--voices"], timeoutMs: LIST_MS, atOnce: true, alone: true }),
  );
  if (voices.length === 0) return undefined;
  return {
    engine: "eSpeak NG",
    voices: async () => voices,
    speak: async (order, { path, signal }) => {
      const args = [...argsOf(order, voiceOf(order, voices)), "-w", SPOKEN, "--stdin"];
      const input = inputOf(order);
      await writeSpeech(path, (into) => runProgram(PROGRAM, { args, input, timeoutMs: SPEAK_MS, ...into, signal }));
    },
  };
}

const VOICE_ROW = /^\s*(\d+)\s+(\S+)\s+\S+\/\S\s+\S+\s+(\S+)\s*(.*)$/;
/** MBROLA voices, which need separate packages. */
const NEEDS_MORE = /^mb\//;

/**
 * Parses the voices that `espeak-ng --voices` lists, each also as a female variant; the best voice of a language comes
 * first.
 */
export function parseVoices(listed: string): readonly Voice[] {
  const rows = listed.split("\n").flatMap((row) => {
    const [, own, name, file, others = ""] = VOICE_ROW.exec(row) ?? [];
    if (own === undefined || name === undefined || file === undefined || NEEDS_MORE.test(file)) return [];
    const also = Array.from(others.matchAll(/\((\S+) (\d+)\)/g), ([, language = "", rank]) => ({
      language,
      rank: Number(rank),
    }));
    const languages = [name, ...also.map(({ language }) => language)]
      .map(languageTag)
      .filter((tag) => tag !== undefined);
    // A smaller number is better: the priority of the voice for that language.
    const rank = Math.min(...(also.length === 0 ? [Number(own)] : also.map((one) => one.rank)));
    return languageTag(name) === undefined ? [] : [{ name, languages, rank }];
  });
  const best = rows.toSorted((one, other) => one.rank - other.rank);
  return best.flatMap(({ name, languages }): readonly Voice[] => [
    { name, languages, gender: "male" },
    { name: name + FEMALE_VARIANT, languages, gender: "female" },
  ]);
}

function argsOf({ textType, speed = 1, pitch = 0, volumeGainDb = 0 }: SpeechOrder, { name }: Voice): readonly string[] {
  const between = (least: number, value: number, most: number): string =>
    String(Math.round(Math.min(most, Math.max(least, value))));
  return [
    ...(textType === "ssml" ? ["-m"] : []),
    "-b",
    "1", // the text is UTF-8
    "-v",
    name,
    "-s",
    between(SLOWEST, WORDS_A_MINUTE * speed, FASTEST),
    "-p",
    between(0, OWN_PITCH + pitch * PITCH_A_SEMITONE, 99),
    "-a",
    between(0, OWN_AMPLITUDE * 10 ** (volumeGainDb / 20), 200),
  ];
}

/** Escapes `[[`, which begins phonemes. */
const inputOf = (order: SpeechOrder): string => spokenText(order).replaceAll(/\[(?=\[)/g, "[ ");

import { stat } from "node:fs/promises";
import { SpeechRefusal, type SpeechOrder, type Voice } from "../../modules/speech/index.ts";
import { baseLanguage, languageTag } from "./language-tag.ts";
import { ProgramFailure, type ProgramRun } from "./program.ts";

/** Characters; about ten minutes of speech. */
const LONGEST_TEXT = 10_000;

/**
 * What an order wants to have spoken, without control characters: some engines take them for commands.
 * @throws SpeechRefusal when that is nothing or too much
 */
export function spokenText({ text }: SpeechOrder): string {
  if (text.length > LONGEST_TEXT) throw new SpeechRefusal("text", `longer than ${LONGEST_TEXT} characters`);
  const plain = text.replaceAll(/[^\P{Cc}\n\t]/gu, " ");
  if (plain.trim() === "") throw new SpeechRefusal("text", "nothing to speak");
  return plain;
}

/**
 * The voice that an order names, else the first that speaks its language best.
 * @throws SpeechRefusal when there is none
 */
export function voiceOf<One extends Voice>({ voice: wanted, language }: SpeechOrder, voices: readonly One[]): One {
  if (wanted !== undefined) {
    const named = voices.find(({ name }) => name === wanted);
    if (named === undefined) throw new SpeechRefusal("voice", "there is no such voice");
    return named;
  }
  const tag = languageTag(language);
  const base = baseLanguage(language);
  const found =
    voices.find(({ languages }) => languages[0] === tag) ??
    voices.find(({ languages }) => languages.some((one) => one === tag)) ??
    voices.find(({ languages }) => languages.some((one) => one === base)) ??
    voices.find(({ languages }) => languages.some((one) => baseLanguage(one) === base));
  if (found === undefined) throw new SpeechRefusal("language", "no voice speaks this language");
  return found;
}

/** Bytes of a WAV file's header (RIFF): what is no longer holds no sound. */
const WAV_HEADER = 44;
/** Bytes: half an hour of an engine's WAV. SSML asks for pauses of any length. */
const LONGEST_SPEECH = 80_000_000;

/**
 * Has a program write what it speaks.
 * @throws SpeechRefusal when that is nothing or too much
 */
export async function writeSpeech(
  path: string,
  speak: (writes: NonNullable<ProgramRun["writes"]>) => Promise<unknown>,
): Promise<void> {
  try {
    await speak({ path, mostBytes: LONGEST_SPEECH });
  } catch (error) {
    if (error instanceof ProgramFailure && error.wasTooMuch) throw new SpeechRefusal("text", "it is too long to speak");
    throw error;
  }
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.size <= WAV_HEADER) throw new SpeechRefusal("text", "nothing in it can be spoken");
}

import { copyFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { rebuildSsml, SpeechRefusal, type SpeechOrder, type Voice } from "../../modules/speech/index.ts";
import { baseLanguage, languageTag } from "./language-tag.ts";
import { ProgramFailure, type ProgramRun } from "./program.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** Characters; about ten minutes of speech. */
const LONGEST_TEXT = 10_000;

/**
 * The text to speak, without control characters, because some engines take them as commands. Markup is rebuilt.
 * @throws SpeechRefusal when the text is empty, too long or invalid markup
 */
export function spokenText({ text, textType }: SpeechOrder): string {
  if (text.length > LONGEST_TEXT) throw new SpeechRefusal("text", `longer than ${LONGEST_TEXT} characters`);
  const plain = text.replaceAll(/[^\P{Cc}\n\t]/gu, " ");
  if (plain.trim() === "") throw new SpeechRefusal("text", "nothing to speak");
  return textType === "ssml" ? rebuildSsml(plain) : plain;
}

/**
 * The requested voice, else the first one that speaks the language best.
 * @throws SpeechRefusal when there is no such voice
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

/** Bytes of a WAV header (RIFF): a file of only this size contains no sound. */
const WAV_HEADER = 44;
/** Limit in bytes: half an hour of an engine's WAV. SSML can request pauses of any length. */
const LONGEST_SPEECH = 80_000_000;

/** The program's output file, in its folder. */
export const SPOKEN = "spoken.wav";

/**
 * Lets a program write speech to `SPOKEN` in a temporary folder, and moves the file to `path`.
 * @throws SpeechRefusal when the result is empty or too long
 */
export async function writeSpeech(
  path: string,
  speak: (into: Required<Pick<ProgramRun, "folder" | "writes" | "alone">>) => Promise<unknown>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const spoken = join(folder, SPOKEN);
    try {
      await speak({ folder, writes: { path: spoken, mostBytes: LONGEST_SPEECH }, alone: true });
    } catch (error) {
      const isTooLong = error instanceof ProgramFailure && error.wasTooMuch;
      throw isTooLong ? new SpeechRefusal("text", "it is too long to speak") : error;
    }
    const found = await stat(spoken).catch(() => undefined);
    if (found === undefined || found.size <= WAV_HEADER) throw new SpeechRefusal("text", "nothing in it can be spoken");
    await copyFile(spoken, path);
  });
}

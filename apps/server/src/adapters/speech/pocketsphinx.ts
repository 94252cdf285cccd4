import { basename, dirname } from "node:path";
import type { SpeechToText } from "../../modules/speech/index.ts";
import { baseLanguage } from "./language-tag.ts";
import type { RunProgram } from "./program.ts";
import type { DecodeSound } from "./sound-decoder.ts";

/** Transcription takes half as long as the sound, on a machine of 2026; messages last a few minutes at most. */
const TRANSCRIBE_MS = 900_000;

/**
 * Debian's pocketsphinx with its American model, which works without a network. It makes many errors with telephone
 * sound.
 */
export function createPocketsphinx(runProgram: RunProgram, decode: DecodeSound): SpeechToText {
  return {
    engine: "pocketsphinx",
    understands: (language) => baseLanguage(language) === "en",
    transcribe: (sound, task) =>
      decode(sound, task, async (path) => {
        const args = ["-infile", basename(path), "-logfn", "/dev/null"];
        const run = { args, folder: dirname(path), alone: true, timeoutMs: TRANSCRIBE_MS, ...task };
        const utterances = await runProgram("pocketsphinx_continuous", run);
        return utterances.split("\n").join(" ").replaceAll(/\s+/g, " ").trim();
      }),
  };
}

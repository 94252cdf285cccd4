import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SpeechRefusal, type LanguagePair, type Translation } from "../../modules/speech/index.ts";
import { baseLanguage, languageTag } from "./language-tag.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import type { RunProgram } from "./program.ts";

const PROGRAM = "apertium";
const LIST_MS = 10_000;
const TRANSLATE_MS = 60_000;

interface Mode extends LanguagePair {
  /** Apertium's name: `eng-spa`. */
  readonly name: string;
}

/**
 * Apertium, a separate program (GPL): rule-based translation, for the language pairs with installed packages.
 * @returns undefined when no pair is installed
 */
export async function openApertium(runProgram: RunProgram): Promise<Translation | undefined> {
  const modes = parseModes(await runProgram(PROGRAM, { args: ["-l"], timeoutMs: LIST_MS, atOnce: true }));
  if (modes.length === 0) return undefined;
  return {
    engine: "Apertium",
    canTranslate: (pair) => modeOf(pair, modes) !== undefined,
    translate: async (text, { signal, ...pair }) => {
      const mode = modeOf(pair, modes);
      if (mode === undefined) throw new SpeechRefusal("language", "no such pair is installed");
      // A file, because apertium opens /dev/stdin again, which Node's sockets do not allow.
      return inTemporaryFolder(async (folder) => {
        await writeFile(join(folder, "text"), text);
        const args = ["-u", "-f", "txt", mode.name, "text"]; // -u: unknown words are not marked
        return (await runProgram(PROGRAM, { args, folder, timeoutMs: TRANSLATE_MS, signal })).trim();
      });
    },
  };
}

/** Parses the pairs that `apertium -l` lists. */
export function parseModes(listed: string): readonly Mode[] {
  return listed.split("\n").flatMap((line) => {
    const name = line.trim();
    const [first = "", second = "", ...rest] = name.split("-");
    const from = languageTag(first);
    const to = languageTag(second);
    return from === undefined || to === undefined || rest.length > 0 ? [] : [{ name, from, to }];
  });
}

function modeOf({ from, to }: LanguagePair, modes: readonly Mode[]): Mode | undefined {
  const same = modes.filter((mode) => baseLanguage(mode.from) === baseLanguage(from));
  return (
    same.find((mode) => mode.to === languageTag(to)) ??
    same.find((mode) => mode.to === baseLanguage(to)) ??
    same.find((mode) => baseLanguage(mode.to) === baseLanguage(to))
  );
}

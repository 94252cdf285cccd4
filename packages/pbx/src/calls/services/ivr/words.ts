import { join } from "node:path";
import { type SpokenLanguage } from "@callpanel/phone-port";
import { SPOKEN, spokenFile, type SpokenKey } from "../../../spoken/spoken.ts";
import type { Sound } from "./playlist.ts";

/** Prompts, as sounds. */
export function words(...keys: readonly SpokenKey[]): readonly Sound[] {
  return keys.map((key) => ({ kind: "spoken", key }));
}

/** The audio file of a prompt in a language; undefined if the prompt does not exist in it. */
export function wordsFile(folder: string, language: SpokenLanguage, key: SpokenKey): string | undefined {
  return SPOKEN.get(key)?.[language] === "" ? undefined : join(folder, spokenFile(language, key));
}

import { join } from "node:path";
import { type SpokenLanguage } from "@callpanel/phone-port";
import { SPOKEN, spokenFile, type SpokenKey } from "../../../spoken/spoken.ts";
import type { Sound } from "./playlist.ts";

/** What is said, as sounds. */
export function words(...keys: readonly SpokenKey[]): readonly Sound[] {
  return keys.map((key) => ({ kind: "spoken", key }));
}

/** The file that says something in a language; undefined where it says nothing there. */
export function wordsFile(folder: string, language: SpokenLanguage, key: SpokenKey): string | undefined {
  return SPOKEN.get(key)?.[language] === "" ? undefined : join(folder, spokenFile(language, key));
}

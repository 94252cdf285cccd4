/**
 * Everything that the phone system says in words. Each key is a separate sound file in each language. `say.ts` composes
 * sentences from them, so that nouns agree with numbers.
 */
import { DAY_WORDS, HOUR_WORDS, MINUTE_WORDS, MONTH_WORDS } from "./date-words.ts";
import { numberWords } from "./number-words.ts";
import { SENTENCES } from "./sentences.ts";
import type { SpokenText } from "./spoken-text.ts";
import { type SpokenLanguage } from "@callpanel/phone-port";

/** `number-0` to `number-99`, `hundred-1` to `hundred-9`; a digit is a number. `letter-a` to `letter-z`. */
export type SpokenKey =
  | (typeof SENTENCES)[number][0]
  | `${"number" | "hundred" | "hour" | "minute" | "day" | "month"}-${number}`
  | `letter-${string}`;

const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");

/** Every key with its words, in the order of the catalogue. */
export const SPOKEN: ReadonlyMap<SpokenKey, SpokenText> = new Map<SpokenKey, SpokenText>([
  ...SENTENCES,
  ...numbered(
    "number",
    Array.from({ length: 100 }, (_, n) => numberWords(n)),
    0,
  ),
  ...numbered(
    "hundred",
    Array.from({ length: 9 }, (_, n) => numberWords((n + 1) * 100)),
    1,
  ),
  ...LETTERS.map((letter): Entry => [`letter-${letter}`, { en: letter.toUpperCase(), fr: letter.toUpperCase() }]),
  ...numbered("hour", HOUR_WORDS, 0),
  ...numbered("minute", MINUTE_WORDS, 0),
  ...numbered("day", DAY_WORDS, 1),
  ...numbered("month", MONTH_WORDS, 1),
]);

/** The path of a key's sound file, relative to the folder of all sounds. */
export function spokenFile(language: SpokenLanguage, key: SpokenKey): string {
  return `${language}/${key}.opus`;
}

type Entry = readonly [SpokenKey, SpokenText];
type Series = "number" | "hundred" | "hour" | "minute" | "day" | "month";

function numbered(series: Series, texts: readonly SpokenText[], from: number): readonly Entry[] {
  return texts.map((text, index): Entry => [`${series}-${from + index}`, text]);
}

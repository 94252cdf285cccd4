import type { CompactEmoji } from "emojibase";

/** An emoji with the words by which it is found. */
export interface Emoji {
  readonly emoji: string;
  /** Its name in the person's language. */
  readonly name: string;
  /** Folded: its name and further words. */
  readonly words: readonly string[];
  /** What is typed between colons. */
  readonly codes: readonly string[];
  /** Index in `EMOJI_GROUPS`. */
  readonly group: number;
  /** It has one of five skin tones. */
  readonly takesTone: boolean;
}

/** Groups of emojibase in their order, by its number, with the emoji that stands for each. */
export const EMOJI_GROUPS = [
  { number: 0, sign: "😀", name: "smileys" },
  { number: 1, sign: "👋", name: "people" },
  { number: 3, sign: "🐻", name: "nature" },
  { number: 4, sign: "🍎", name: "food" },
  { number: 5, sign: "🚗", name: "places" },
  { number: 6, sign: "⚽", name: "activities" },
  { number: 7, sign: "💡", name: "objects" },
  { number: 8, sign: "❤️", name: "symbols" },
  { number: 9, sign: "🏁", name: "flags" },
] as const;

/** No tone, or Fitzpatrick types from light to dark. */
export const TONES = [
  { tone: "", name: "none" },
  { tone: "🏻", name: "light" },
  { tone: "🏼", name: "mediumLight" },
  { tone: "🏽", name: "medium" },
  { tone: "🏾", name: "mediumDark" },
  { tone: "🏿", name: "dark" },
] as const;
export type Tone = (typeof TONES)[number]["tone"];

export const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Where a picture has several skin tones at once, none is offered. */
const TONES_OF_ONE = 5;

/** `codes`: by code points, as emojibase names them. */
export function emojisOf(
  entries: readonly CompactEmoji[],
  codes: Readonly<Record<string, string | readonly string[]>>,
): readonly Emoji[] {
  const known = new Map(Object.entries(codes).map(([points, code]) => [bare(points), [code].flat()]));
  return entries.flatMap(({ unicode, label, tags = [], group: number, skins = [] }): readonly Emoji[] => {
    const group = EMOJI_GROUPS.findIndex((one) => one.number === number);
    if (group < 0) return [];
    const takesTone = skins.length === TONES_OF_ONE;
    const words = [...fold(label).split(/[\s:,’'-]+/), ...tags.map(fold)].filter((word) => word !== "");
    return [{ emoji: unicode, name: label, words, codes: known.get(bare(pointsOf(unicode))) ?? [], group, takesTone }];
  });
}

const pointsOf = (emoji: string): string =>
  Array.from(emoji, (sign) => sign.codePointAt(0)?.toString(16).toUpperCase() ?? "").join("-");

/** Without the sign for "as a picture", which some of the data has and some has not. */
const bare = (points: string): string => points.replace(/-FE0F/g, "");

const FIRST_SIGN = /^(.)\uFE0F?/u;

export const withTone = ({ emoji, takesTone }: Emoji, tone: Tone): string =>
  takesTone && tone !== "" ? emoji.replace(FIRST_SIGN, `$1${tone}`) : emoji;

/** CHATUI-43: by code, name or word; the nearest first. Several words must all be there. */
export function findEmojis(emojis: readonly Emoji[], search: string, most: number): readonly Emoji[] {
  const wanted = fold(search).trim();
  if (wanted === "") return [];
  const parts = wanted.split(/\s+/);
  const found = emojis.flatMap((one, at) => {
    const rank = rankOf(one, wanted, parts);
    return rank === null ? [] : [{ one, rank, at }];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one);
}

function rankOf({ codes, name, words }: Emoji, wanted: string, parts: readonly string[]): number | null {
  if (codes.includes(wanted)) return 0;
  if (codes.some((code) => code.startsWith(wanted))) return 1;
  if (fold(name).startsWith(wanted)) return 2;
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 3;
  return null;
}

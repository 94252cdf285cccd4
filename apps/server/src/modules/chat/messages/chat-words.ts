import { foldText } from "../../../kernel/text/search-text.ts";

/** Signs that are words by themselves: these scripts write without spaces. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const WORD = /[\p{L}\p{N}]+/gu;
const MOST_WORDS = 8_000;
const WORD_CHARS = 64;

/** CHAT-45: the words of a text in the form in which they are kept and looked for; signs of scripts without spaces are apart. */
export function wordsOf(text: string): readonly string[] {
  return groupsOf(text).flat().slice(0, MOST_WORDS);
}

/** The same with the signs of a run together, which must be found next to each other. */
export function groupsOf(text: string): ReadonlyArray<readonly string[]> {
  return [...foldText(text).matchAll(WORD)].map(([run]) => signsOf(run)).filter((signs) => signs.length > 0);
}

function signsOf(run: string): readonly string[] {
  if (!SIGN.test(run)) return [run.slice(0, WORD_CHARS)];
  const signs: string[] = [];
  let plain = "";
  for (const sign of run) {
    if (SIGN.test(sign)) {
      if (plain !== "") signs.push(plain);
      signs.push(sign);
      plain = "";
    } else plain += sign;
  }
  return plain === "" ? signs : [...signs, plain];
}

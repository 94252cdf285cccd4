import { MEETING_LIMITS } from "@callpanel/contract";
import { foldText } from "../../../kernel/text/search-text.ts";

/** Controls, and signs that turn or hide text (Unicode UAX 9; zero width). */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** MEET-14: a name as the others see it; empty: there is nothing to see. */
export const cleanName = (name: string): string =>
  name.normalize("NFC").slice(0, MEETING_LIMITS.nameLength).replace(INVISIBLE, " ").replace(/\s+/gu, " ").trim();

/** A caller's name that is no more than their number. */
export const isNumber = (name: string): boolean => /^\+?[\d\s().-]+$/.test(name);

/** VPHONE-15: `+15145550123` as `•••23`; the part that distinguishes two people of one number stays. */
export function maskedNumber(name: string): string {
  const [, number = "", rest = ""] = /^(.*?)( \(\d+\))?$/.exec(name) ?? [];
  return `•••${number.replaceAll(/\D/g, "").slice(-2)}${rest}`;
}

/** MEET-14: `Anna`, or `Anna (2)` where there is one already. */
export function distinctName(name: string, others: Iterable<string>): string {
  const taken = new Set([...others].map(foldText));
  if (!taken.has(foldText(name))) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name} (${number})`;
    if (!taken.has(foldText(numbered))) return numbered;
  }
}

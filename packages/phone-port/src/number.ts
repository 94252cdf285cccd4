/** What counts as a number (spec 1 §5). */

/** Optional leading + or one to three stars, then digits, space, star, hash, dash, dot, parentheses. */
const DIALABLE = /^(?:\+|\*{1,3})?[0-9 *#\-.()]+$/;
export const NUMBER_LENGTH = 64;

/** Parses a dialled text: the number as digits, star, hash and a leading plus; undefined where the text is not a number. */
export function parseNumber(dialled: string): string | undefined {
  const trimmed = dialled.trim();
  if (trimmed.length > NUMBER_LENGTH || !DIALABLE.test(trimmed)) return undefined;
  const number = trimmed.replace(/[^0-9*#+]/g, "");
  return /[0-9*#]/.test(number) ? number : undefined;
}

/** E.164 with its plus, or so long that it can only be an outside number. */
export function looksOutside(number: string): boolean {
  return /^\+[1-9][0-9]{6,14}$/.test(number) || /^[0-9]{7,15}$/.test(number);
}

/** Letters without case and accents, for comparing. */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** The words of a search. */
export const wordsOf = (search: string): readonly string[] => fold(search).split(/\s+/).filter(Boolean);

/** Whether a text contains each word of a search. */
export function fits(text: string, search: string): boolean {
  const folded = fold(text);
  return wordsOf(search).every((word) => folded.includes(word));
}

/** Whether the text of a field is a name to look up, not a number to dial. */
export const isNameSearch = (text: string): boolean => /\p{L}/u.test(text);

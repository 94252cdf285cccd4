/** Text of a person in one line: no control characters, no marks that reorder text, no unpaired surrogates, single spaces. */
export const oneLine = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\s\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]+/gu, " ")
    .trim();

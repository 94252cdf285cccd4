/** Letters without a Unicode decomposition, and how they are typed on a keyboard without them. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Text for comparison: no accents, case or control characters, single spaces. Stored next to the text that people read. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The folded words of a search; all must match. At most eight, because each costs one comparison for each row. */
export function searchWords(search: string): readonly string[] {
  return foldText(search)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, 8);
}

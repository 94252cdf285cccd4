/** Letters that Unicode does not take apart, as they are typed on a keyboard that lacks them. */
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

/** Text as it is compared: no accents, no case, no control characters, single spaces. The store keeps it beside the text that people read. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** The words of a search, folded, each of which must be found; at most eight, since each costs a comparison a row. */
export function searchWords(search: string): readonly string[] {
  return foldText(search)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, 8);
}

/** Text as it is compared: no accents, no case, single spaces. The store keeps it beside the text that people read. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim();
}

/** The words of a search, folded, each of which must be found; at most eight, since each costs a comparison a row. */
export function searchWords(search: string): readonly string[] {
  return foldText(search)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, 8);
}

import { foldText } from "../../../kernel/text/search-text.ts";
import { joinTags } from "../contacts.model.ts";

/** Signs that separate names in the files of some programs; a tag of ours may have them. */
const SEPARATORS = /[;,|]|:::/;
/** As Google writes names: `* one ::: * two`. */
const STARRED = /^\*\s|\s:::\s/;

/** IMPORT-12: the names of tags in one cell, so that an import reads the same names. */
export const tagCell = (names: readonly string[]): string =>
  names.some((name) => SEPARATORS.test(name) || name.startsWith("*"))
    ? names.map((name) => `* ${name}`).join(" ::: ")
    : joinTags(names);

/** IMPORT-9: the names in a cell, each once. */
export function tagNames(cell: string): readonly string[] {
  const names = partsOf(cell)
    .map((part) =>
      part
        .trim()
        .replace(/^\*\s*/, "")
        .replace(/\s+/g, "-"),
    )
    .filter((name) => name !== "");
  return [...new Map(names.map((name) => [foldText(name), name])).values()];
}

function partsOf(cell: string): readonly string[] {
  if (STARRED.test(cell)) return cell.split(/\s+:::\s+/);
  return cell.split(SEPARATORS.test(cell) ? SEPARATORS : /\s+/);
}

import { foldText } from "../../../kernel/text/search-text.ts";

/** `ann.able`, then `ann.able2`. */
export function freeUsername(
  { first_name, last_name }: { readonly first_name: string; readonly last_name: string },
  taken: ReadonlySet<string>,
): string {
  const word = (text: string) => foldText(text).replace(/[^a-z0-9]+/g, "");
  const stem =
    [word(first_name), word(last_name)]
      .filter((one) => one !== "")
      .join(".")
      .slice(0, 60) || "user";
  for (let serial = 1; ; serial += 1) {
    const name = serial === 1 ? stem : `${stem}${serial}`;
    if (!taken.has(name)) return name;
  }
}

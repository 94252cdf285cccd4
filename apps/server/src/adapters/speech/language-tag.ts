/** BCP 47 in its canonical form: `en-US` for `en-us`, `es` for `spa`; undefined for an invalid tag. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** `en` for `en-US`. */
export function baseLanguage(text: string): string {
  const tag = languageTag(text) ?? text.toLowerCase();
  return tag.split("-", 1)[0] ?? tag;
}

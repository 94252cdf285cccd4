/** BCP 47 in its canonical form: `en-US` of `en-us`, `es` of `spa`; undefined when it is none. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** `en` of `en-US`. */
export function baseLanguage(text: string): string {
  const tag = languageTag(text) ?? text.toLowerCase();
  return tag.split("-", 1)[0] ?? tag;
}

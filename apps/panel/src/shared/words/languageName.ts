import type { Locale } from "@callpanel/contract";

/** `fr` in the reader's language: `French`. An unknown code stays unchanged. */
export function languageName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locale, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

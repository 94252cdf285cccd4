import type { Locale } from "@callpanel/contract";

/** `fr` as the reader calls it: `French`. What is no language stays as it is. */
export function languageName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames(locale, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

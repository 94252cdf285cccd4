import type { Locale } from "@callpanel/contract";

/** `CA` in the reader's language: `Canada`. Unchanged if the code is unknown or the browser has no region names. */
export function regionName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

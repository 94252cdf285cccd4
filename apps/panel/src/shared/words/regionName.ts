import type { Locale } from "@callpanel/contract";

/** `CA` as the reader calls it: `Canada`. What is no region stays as it is, as does every one in a browser without such names. */
export function regionName(code: string, locale: Locale): string {
  try {
    return new Intl.DisplayNames([locale], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

import { DEFAULT_LOCALE, LOCALES, type Locale } from "@callpanel/contract";

/** The first supported language of an Accept-Language header (RFC 9110 §12.5.4): an exact match, else by language only. */
export function localeOf(header: string | undefined): Locale {
  const wanted = (header ?? "")
    .slice(0, 200)
    .split(",")
    .map((one) => {
      const [tag = "", weight = ""] = one.split(";");
      const quality = /q=([\d.]+)/.exec(weight)?.[1];
      return { tag: tag.trim().toLowerCase(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== "" && quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const [language = ""] = tag.split("-");
    const known =
      LOCALES.find((locale) => locale.toLowerCase() === tag) ??
      LOCALES.find((locale) => locale.toLowerCase().startsWith(`${language}-`));
    if (known !== undefined) return known;
  }
  return DEFAULT_LOCALE;
}

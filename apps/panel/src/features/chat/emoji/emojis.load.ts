import type { Locale } from "@callpanel/contract";
import { emojisOf } from "./emojis.model.ts";
import type { Emoji } from "./emojis.model.ts";

const known = new Map<string, Promise<readonly Emoji[]>>();

/** The emojis with their names in a language; their data is loaded with the first wish for them. */
export function loadEmojis(locale: Locale): Promise<readonly Emoji[]> {
  const language = locale.startsWith("fr") ? "fr" : "en";
  const loading = known.get(language) ?? fetchEmojis(language);
  known.set(language, loading);
  // The next wish tries again.
  loading.catch(() => known.delete(language));
  return loading;
}

async function fetchEmojis(language: "en" | "fr"): Promise<readonly Emoji[]> {
  const [entries, codes] = await Promise.all([
    language === "fr" ? import("emojibase-data/fr/compact.json") : import("emojibase-data/en/compact.json"),
    // Those of Slack, which people know.
    import("emojibase-data/en/shortcodes/iamcal.json"),
  ]);
  return emojisOf(entries.default, codes.default);
}

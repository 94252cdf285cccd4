import type { Locale } from "@callpanel/contract";

/** Each in its own language, as people look for it. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  "en-US": "English (US)",
  "fr-CA": "Français (Canada)",
  "en-AU": "English (Australia)",
  "en-GB": "English (UK)",
};

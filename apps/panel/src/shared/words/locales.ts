import type { Locale } from "@callpanel/contract";

/** Each in its own language, so that people find theirs. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  "en-US": "English (US)",
  "fr-CA": "Français (Canada)",
  "en-AU": "English (Australia)",
  "en-GB": "English (UK)",
};

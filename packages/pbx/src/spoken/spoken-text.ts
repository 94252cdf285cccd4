import type { SpokenLanguage } from "@callpanel/phone-port";

export const SPOKEN_LANGUAGES: readonly SpokenLanguage[] = ["en", "fr"];

/** What one sound says in each language; empty: in that language nothing is said, and there is no file. */
export type SpokenText = Readonly<Record<SpokenLanguage, string>>;

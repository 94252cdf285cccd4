import type { SpokenLanguage } from "@callpanel/phone-port";

export const SPOKEN_LANGUAGES: readonly SpokenLanguage[] = ["en", "fr"];

/** The words of one sound in each language; empty: nothing is said in that language, and there is no file. */
export type SpokenText = Readonly<Record<SpokenLanguage, string>>;

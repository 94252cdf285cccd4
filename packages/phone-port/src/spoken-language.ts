/** Languages that the phone system speaks to callers. */
export type SpokenLanguage = "en" | "fr";

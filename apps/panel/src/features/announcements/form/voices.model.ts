/** As returned by `list_speech_voices` (spec 1 §3, TTS voice). */
export interface Voice {
  readonly name: string;
  /** BCP 47, the main language first. */
  readonly language_codes: readonly string[];
  readonly ssml_gender: "FEMALE" | "MALE" | "NEUTRAL";
}

/** The languages of the voices, each once. */
export const languagesOf = (voices: readonly Voice[]): readonly string[] => [
  ...new Set(voices.flatMap(({ language_codes: [own] }) => own ?? [])),
];

const baseOf = (tag: string): string => tag.toLowerCase().split("-", 1)[0] ?? "";

/** The requested language if a voice speaks it, else the nearest. */
export function nearestLanguage(wanted: string, voices: readonly Voice[]): string {
  const languages = languagesOf(voices);
  const same = languages.find((one) => one.toLowerCase() === wanted.toLowerCase());
  return same ?? languages.find((one) => baseOf(one) === baseOf(wanted)) ?? languages[0] ?? wanted;
}

/** The voices with this main language. */
export const voicesFor = (language: string, voices: readonly Voice[]): readonly Voice[] =>
  voices.filter(({ language_codes: [own] }) => own === language);

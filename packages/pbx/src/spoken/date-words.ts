/** Days and times of day as they are said within a sentence: "received today at two o five p m". */
import { numberWords } from "./number-words.ts";
import type { SpokenText } from "./spoken-text.ts";

/** From 0. English counts twelve hours and says `am` or `pm` after the minutes, French counts twenty-four. */
export const HOUR_WORDS: readonly SpokenText[] = Array.from({ length: 24 }, (_, hour) => ({
  en: `at ${numberWords(hour % 12 === 0 ? 12 : hour % 12).en}`,
  fr: `à ${frenchHour(hour)}`,
}));

/** From 0. French says nothing for the full hour. */
export const MINUTE_WORDS: readonly SpokenText[] = Array.from({ length: 60 }, (_, minute) => {
  const { en, fr } = numberWords(minute);
  if (minute === 0) return { en: "o'clock", fr: "" };
  return { en: minute < 10 ? `oh ${en}` : en, fr: frenchFeminine(fr) };
});

/** From 1, before the month in French, after it in English. */
export const DAY_WORDS: readonly SpokenText[] = [
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth",
  "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth",
  "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first",
]
  .join(" ")
  .split(" ")
  .map((en, index) => ({ en, fr: `le ${index === 0 ? "premier" : numberWords(index + 1).fr}` }));

/** From 1. */
export const MONTH_WORDS: readonly SpokenText[] = [
  { en: "on January", fr: "janvier" },
  { en: "on February", fr: "février" },
  { en: "on March", fr: "mars" },
  { en: "on April", fr: "avril" },
  { en: "on May", fr: "mai" },
  { en: "on June", fr: "juin" },
  { en: "on July", fr: "juillet" },
  { en: "on August", fr: "août" },
  { en: "on September", fr: "septembre" },
  { en: "on October", fr: "octobre" },
  { en: "on November", fr: "novembre" },
  { en: "on December", fr: "décembre" },
];

function frenchHour(hour: number): string {
  if (hour === 0) return "minuit";
  if (hour === 12) return "midi";
  return `${frenchFeminine(numberWords(hour).fr)} ${hour === 1 ? "heure" : "heures"}`;
}

/** Hours and minutes are feminine: "vingt et une heures". */
function frenchFeminine(words: string): string {
  return words.replace(/\bun$/, "une");
}

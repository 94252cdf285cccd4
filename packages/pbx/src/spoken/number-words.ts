import type { SpokenText } from "./spoken-text.ts";

const EN_SMALL = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen",
  "eighteen nineteen",
]
  .join(" ")
  .split(" ");
const EN_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const FR_SMALL = [
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit",
  "dix-neuf",
]
  .join(" ")
  .split(" ");
const FR_TENS = "- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split(" ");

/** A whole number from 0 to 999 in words, masculine: "vingt et un messages". */
export function numberWords(n: number): SpokenText {
  return { en: english(n), fr: french(n) };
}

function english(n: number): string {
  if (n >= 100) return joined(`${english(Math.floor(n / 100))} hundred`, n % 100, english);
  if (n < 20) return EN_SMALL[n] ?? "";
  const tens = EN_TENS[Math.floor(n / 10)] ?? "";
  return n % 10 === 0 ? tens : `${tens}-${EN_SMALL[n % 10]}`;
}

/** The spelling of 1990 with "et un" and "et onze"; 70 and 90 count on from 60 and 80, as in Canada. */
function french(n: number): string {
  if (n >= 100) return frenchHundreds(n);
  if (n < 20) return FR_SMALL[n] ?? "";
  if (n === 80) return "quatre-vingts";
  const tens = FR_TENS[Math.floor(n / 10)] ?? "";
  const countsOn = [7, 9].includes(Math.floor(n / 10));
  const rest = (n % 10) + (countsOn ? 10 : 0);
  if (rest === 0) return tens;
  const and = n < 80 && (rest === 1 || rest === 11);
  return and ? `${tens} et ${FR_SMALL[rest]}` : `${tens}-${FR_SMALL[rest]}`;
}

function frenchHundreds(n: number): string {
  const hundreds = Math.floor(n / 100);
  const word = hundreds === 1 ? "cent" : `${FR_SMALL[hundreds]} cent`;
  return n % 100 === 0 && hundreds > 1 ? `${word}s` : joined(word, n % 100, french);
}

function joined(hundreds: string, rest: number, words: (n: number) => string): string {
  return rest === 0 ? hundreds : `${hundreds} ${words(rest)}`;
}

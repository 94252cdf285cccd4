import { expect, it } from "vitest";
import { numberWords } from "./number-words.ts";
import { heardIn, sayCounts, sayDigits, sayLength, sayNumber, sayReceived, saySpelled } from "./say.ts";
import { SPOKEN_LANGUAGES } from "./spoken-text.ts";
import { type SpokenLanguage } from "@callpanel/phone-port";
import { SPOKEN, spokenFile, type SpokenKey } from "./spoken.ts";

const wordsIn = (language: SpokenLanguage, keys: readonly SpokenKey[]): string =>
  heardIn(language, keys)
    .map((key) => SPOKEN.get(key)?.[language])
    .join(" ");

it("VMP-1 every sentence has words in both languages, each key names its own file, and composed sentences have all parts", () => {
  const silent = [...SPOKEN].filter(([, { en }]) => en === "").map(([key]) => key);
  expect(silent).toEqual([]);
  expect([...SPOKEN].filter(([, { fr }]) => fr === "").map(([key]) => key)).toEqual(["am", "pm", "minute-0"]);
  expect([...SPOKEN.keys()].every((key) => /^[a-z]+(-[a-z0-9]+)*$/.test(key))).toBe(true);
  expect(spokenFile("fr", "enter-pin")).toBe("fr/enter-pin.opus");
  for (let n = 0; n < 1_100; n += 1) expect(sayNumber(n).every((key) => SPOKEN.has(key))).toBe(true);
  for (let hour = 0; hour < 24 * 400; hour += 7)
    for (const language of SPOKEN_LANGUAGES)
      expect(
        sayReceived({ language, at: hour * 3_600_000, now: 0, zone: "America/Toronto" }).every((key) =>
          SPOKEN.has(key),
        ),
      ).toBe(true);
});

it.each([
  [0, "zero", "zéro"],
  [1, "one", "un"],
  [16, "sixteen", "seize"],
  [17, "seventeen", "dix-sept"],
  [21, "twenty-one", "vingt et un"],
  [22, "twenty-two", "vingt-deux"],
  [60, "sixty", "soixante"],
  [70, "seventy", "soixante-dix"],
  [71, "seventy-one", "soixante et onze"],
  [80, "eighty", "quatre-vingts"],
  [81, "eighty-one", "quatre-vingt-un"],
  [91, "ninety-one", "quatre-vingt-onze"],
  [99, "ninety-nine", "quatre-vingt-dix-neuf"],
  [100, "one hundred", "cent"],
  [200, "two hundred", "deux cents"],
  [342, "three hundred forty-two", "trois cent quarante-deux"],
])("VMP-2 numbers are composed by rule: %i", (n, en, fr) => {
  expect(numberWords(n)).toEqual({ en, fr });
});

const counted = (newCount: number, oldCount = 0, urgentCount = 0) => ({ newCount, oldCount, urgentCount });

it.each([
  [counted(0), "You have no messages.", "Vous n'avez aucun message."],
  [counted(1), "You have one new message", "Vous avez un nouveau message"],
  [counted(21), "You have twenty-one new messages", "Vous avez vingt et un nouveaux messages"],
  [
    counted(2, 1),
    "You have two new messages and one old message",
    "Vous avez deux nouveaux messages et un ancien message",
  ],
  [counted(0, 80), "You have eighty old messages", "Vous avez quatre-vingts anciens messages"],
  [
    counted(1_000),
    "You have more than nine hundred ninety-nine new messages",
    "Vous avez plus de neuf cents quatre-vingt-dix-neuf nouveaux messages",
  ],
  [
    counted(3, 0, 1),
    "You have one urgent message and two new messages",
    "Vous avez un message urgent et deux nouveaux messages",
  ],
  [
    counted(2, 1, 2),
    "You have two urgent messages and one old message",
    "Vous avez deux messages urgents et un ancien message",
  ],
])("VMP-2 counts agree with their nouns: %o", (counts, en, fr) => {
  expect(wordsIn("en", sayCounts(counts))).toBe(en);
  expect(wordsIn("fr", sayCounts(counts))).toBe(fr);
});

it("VMP-3 telephone numbers are read digit by digit, folders are spelled", () => {
  expect(wordsIn("en", sayDigits("+1 (555) 01"))).toBe("one five five five zero one");
  expect(wordsIn("fr", saySpelled("Été-vu"))).toBe("T V U");
});

it.each([
  ["2026-11-21T14:05:00Z", "received today at two oh five p.m.", "reçu aujourd'hui à quatorze heures cinq"],
  [
    "2026-11-20T21:21:00Z",
    "received yesterday at nine twenty-one p.m.",
    "reçu hier à vingt et une heures vingt et une",
  ],
  ["2026-11-01T00:00:00Z", "received on November first at twelve o'clock a.m.", "reçu le premier novembre à minuit"],
  [
    "2025-12-31T01:30:00Z",
    "received on December thirty-first at one thirty a.m.",
    "reçu le trente et un décembre à une heure trente",
  ],
])("VMP-3 the time of a message is spoken relative to today: %s", (at, en, fr) => {
  const parts = { at: Date.parse(at), now: Date.parse("2026-11-21T15:00:00Z"), zone: "UTC" };
  expect(wordsIn("en", sayReceived({ ...parts, language: "en" }))).toBe(en);
  expect(wordsIn("fr", sayReceived({ ...parts, language: "fr" }))).toBe(fr);
});

it("VMP-3 the day is that of the box's time zone: eleven in the evening in Toronto is tomorrow in Greenwich", () => {
  const at = Date.parse("2026-11-21T04:00:00Z");
  const now = Date.parse("2026-11-21T16:00:00Z");
  expect(sayReceived({ language: "en", at, now, zone: "America/Toronto" })).toContain("yesterday");
  expect(sayReceived({ language: "en", at, now, zone: "UTC" })).toContain("today");
});

it.each([
  [400, "length one second", "durée une seconde"],
  [21_000, "length twenty-one seconds", "durée vingt et une secondes"],
  [61_000, "length one minute one second", "durée une minute une seconde"],
  [120_000, "length two minutes", "durée deux minutes"],
])("VMP-3 the length of a message of %i ms is spoken", (durationMs, en, fr) => {
  expect(wordsIn("en", sayLength({ language: "en", durationMs }))).toBe(en);
  expect(wordsIn("fr", sayLength({ language: "fr", durationMs }))).toBe(fr);
});

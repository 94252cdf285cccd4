import type { Locale } from "@callpanel/contract";
import { expect, it } from "vitest";
import { loadCatalogue } from "../../locales/index.ts";
import { createWords } from "../words/words.ts";
import { clockText } from "./duration.ts";
import { createFormats } from "./formats.ts";

/** Browsers put narrow and other no-break spaces before AM, h and the like. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const formatsOf = async (locale: Locale, timeZone = "America/Toronto") =>
  createFormats(createWords(locale, await loadCatalogue(locale)), timeZone);

const AT = Date.parse("2026-06-11T18:05:00Z"); // 14:05 in Toronto

it.each([
  ["en-US", "Jun 11, 2026", "2:05 PM", "12,345.5"],
  ["fr-CA", "11 juin 2026", "14 h 05", "12 345,5"],
  ["en-AU", "11 June 2026", "2:05 pm", "12,345.5"],
  ["en-GB", "11 Jun 2026", "14:05", "12,345.5"],
] as const)("FORMAT-1 dates, times and numbers in %s", async (locale, date, time, number) => {
  const formats = await formatsOf(locale);
  expect(plain(formats.date(AT))).toBe(date);
  expect(plain(formats.time(AT))).toBe(time);
  expect(plain(formats.dateTime("2026-06-11T18:05:00Z"))).toContain(time);
  expect(plain(formats.number(12_345.5))).toBe(number);
});

it("FORMAT-1 the time zone is the browser's", async () => {
  const late = Date.parse("2026-06-12T02:30:00Z");
  expect((await formatsOf("en-GB")).date(late)).toBe("11 Jun 2026");
  expect((await formatsOf("en-GB", "Australia/Sydney")).date(late)).toBe("12 Jun 2026");
});

it.each([
  [0, "00:00"],
  [59_999, "00:59"],
  [3_599_000, "59:59"],
  [3_600_000, "01:00:00"],
  [360_061_000, "100:01:01"],
  [-5, "00:00"],
  [Number.NaN, "--"],
])("FORMAT-2 %s ms last %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

it.each([null, undefined, "", "yesterday", 0, "1970-08-01T00:00:00Z", Number.NaN])(
  "FORMAT-3 %j is not a date",
  async (at) => {
    const formats = await formatsOf("en-US");
    for (const write of [formats.date, formats.time, formats.dateTime]) expect(write(at)).toBe("--");
    expect(formats.recent(at, AT)).toBe("--");
    expect(formats.relative(at, AT)).toBe("--");
  },
);

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

it.each([
  [0, "just now"],
  [29 * SECOND, "just now"],
  [30 * SECOND, "30 seconds ago"],
  [60 * SECOND, "1 minute ago"],
  [3_599 * SECOND, "59 minutes ago"],
  [3_600 * SECOND, "1 hour ago"],
  [DAY, "1 day ago"],
  [7 * DAY, "1 week ago"],
  [29 * DAY, "4 weeks ago"],
  [30 * DAY, "1 month ago"],
  [364 * DAY, "12 months ago"],
  [365 * DAY, "1 year ago"],
  [-20 * SECOND, "just now"],
  [-2 * DAY, "in 2 days"],
])("FORMAT-4 %s ms ago is %s", async (ago, text) => {
  expect((await formatsOf("en-US")).relative(AT - ago, AT)).toBe(text);
});

it("FORMAT-4 relative times in French", async () => {
  const formats = await formatsOf("fr-CA");
  expect(formats.relative(AT, AT)).toBe("à l’instant");
  expect(plain(formats.relative(AT - 2 * DAY, AT))).toBe("il y a 2 jours");
});

it("FORMAT-5 a recent moment: today the time, within a week the weekday, else the date", async () => {
  const formats = await formatsOf("en-US");
  const recent = (at: string) => plain(formats.recent(at, Date.parse("2026-06-18T18:00:00Z")));
  expect(recent("2026-06-18T04:05:00Z")).toBe("12:05 AM");
  expect(recent("2026-06-18T03:05:00Z")).toBe("Wed 11:05 PM");
  expect(recent("2026-06-12T13:05:00Z")).toBe("Fri 9:05 AM");
  expect(recent("2026-06-11T13:05:00Z")).toBe("Jun 11");
  expect(recent("2025-12-11T13:05:00Z")).toBe("Dec 11, 2025");
});

it.each([
  ["en-GB", "06:05", "Fri 06:05"],
  ["fr-CA", "06 h 05", "ven. 06 h 05"],
] as const)("FORMAT-5 a moment has the same hour with and without its weekday in %s", async (locale, today, before) => {
  const formats = await formatsOf(locale);
  const recent = (at: string) => plain(formats.recent(at, Date.parse("2026-06-18T18:00:00Z")));
  expect(recent("2026-06-18T10:05:00Z")).toBe(today);
  expect(recent("2026-06-12T10:05:00Z")).toBe(before);
});

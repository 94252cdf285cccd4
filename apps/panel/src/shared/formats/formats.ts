import type { Words } from "../words/words.ts";
import { formatsMessages } from "./formats.messages.ts";

/** A point in time: ms since the epoch, or text as the server sends it (ISO 8601). */
export type Moment = number | string | null | undefined;

/** Dates, times and numbers in the person's locale and the browser's time zone. `--` for a missing or invalid date. */
export interface Formats {
  /** `Jun 11, 2026` */
  date(at: Moment): string;
  /** `2:05 PM` */
  time(at: Moment): string;
  /** `Jun 11, 2026, 2:05 PM` */
  dateTime(at: Moment): string;
  /** Short form: today the time, within a week the weekday, else the date. */
  recent(at: Moment, now: number): string;
  /** `just now`, `5 minutes ago`, `in 2 days` (spec 2 §9). */
  relative(at: Moment, now: number): string;
  /** `12,345.5` */
  number(value: number): string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Days of every zone begin at a quarter of an hour of UTC, so a quarter is within one day. */
const QUARTER_MS = 15 * MINUTE_MS;
const MOST_KEPT_DAYS = 1_000;

/** Below this, a moment is "just now" (spec 2 §9). */
const JUST_NOW_MS = 30 * SECOND_MS;

/** Units of relative times, longest first; months have 30 days, years 365 (spec 2 §9). */
const UNITS = [
  ["year", 365 * DAY_MS],
  ["month", 30 * DAY_MS],
  ["week", 7 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
  ["second", SECOND_MS],
] as const satisfies ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]>;

const NO_DATE = "--";

/** Key: the time zone, or for the browser's zone its offset from UTC, which changes when the person travels. */
const known = new WeakMap<Words, Map<string, Formats>>();

/** The cached set for a locale and a zone: creating one takes longer than rendering a row. */
export function formatsOf(words: Words, timeZone?: string): Formats {
  const zones = known.get(words) ?? new Map<string, Formats>();
  known.set(words, zones);
  const zone = timeZone ?? String(new Date().getTimezoneOffset());
  const formats = zones.get(zone) ?? createFormats(words, timeZone);
  zones.set(zone, formats);
  return formats;
}

/** `timeZone`: default is the browser's. */
export function createFormats(words: Words, timeZone?: string): Formats {
  const { locale } = words;
  // Creating one takes longer than using it a hundred times.
  const formatOf = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return (at: number) => (made ??= new Intl.DateTimeFormat(locale, { ...options, timeZone })).format(at);
  };
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = formatOf(options);
    return (moment: Moment) => {
      const at = timeOf(moment);
      return at === null ? NO_DATE : format(at);
    };
  };
  const formatTime = formatOf({ timeStyle: "short" });
  const formatWeekday = formatOf({ weekday: "short", hour: "numeric", minute: "2-digit" });
  const formatDay = formatOf({ day: "numeric", month: "short" });
  const formatDayOfYear = formatOf({ day: "numeric", month: "short", year: "numeric" });
  // Always month/day/year, for calculations.
  const calendar = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric", day: "numeric" });
  const days = new Map<number, { readonly year: number; readonly count: number }>();
  const dayOf = (at: number) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const known = days.get(quarter);
    if (known !== undefined) return known;
    const [month = 1, day = 1, year = 0] = calendar.format(at).split("/").map(Number);
    const found = { year, count: Date.UTC(year, month - 1, day) / DAY_MS };
    if (days.size >= MOST_KEPT_DAYS) days.clear();
    days.set(quarter, found);
    return found;
  };
  const numbers = new Intl.NumberFormat(locale);
  const relatives = new Intl.RelativeTimeFormat(locale);
  return {
    date: written({ dateStyle: "medium" }),
    time: written({ timeStyle: "short" }),
    dateTime: written({ dateStyle: "medium", timeStyle: "short" }),
    number: (value) => numbers.format(value),
    recent(moment, now) {
      const at = timeOf(moment);
      if (at === null) return NO_DATE;
      const [then, today] = [dayOf(at), dayOf(now)];
      const days = today.count - then.count;
      if (days <= 0) return formatTime(at);
      if (days < 7) return formatWeekday(at);
      return then.year === today.year ? formatDay(at) : formatDayOfYear(at);
    },
    relative(moment, now) {
      const at = timeOf(moment);
      if (at === null) return NO_DATE;
      const away = Math.abs(at - now);
      const unit = UNITS.find(([, ms]) => away >= ms);
      if (unit === undefined || away < JUST_NOW_MS) return words.text(formatsMessages, "formats.justNow");
      const [name, ms] = unit;
      return relatives.format(Math.sign(at - now) * Math.floor(away / ms), name);
    },
  };
}

/** Null for an invalid date, and for 1970: a date that was never set (spec 2 §9). */
function timeOf(moment: Moment): number | null {
  if (moment === null || moment === undefined || moment === "") return null;
  const date = new Date(moment);
  const year = date.getUTCFullYear();
  return Number.isNaN(year) || year <= 1970 ? null : date.getTime();
}

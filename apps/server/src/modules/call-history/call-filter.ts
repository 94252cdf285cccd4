import { AppError, type CallQuery } from "@callpanel/contract";
import { numbersIn } from "../../kernel/text/phone-number.ts";
import { searchWords } from "../../kernel/text/search-text.ts";
import { openTimeZone, type LocalTime, type TimeZone } from "../../kernel/text/time-zone.ts";

/** The range of valid times. */
const FIRST = 0;
const LAST = 8_640_000_000_000;

export interface CallPeriod {
  readonly zone: TimeZone;
  /** Milliseconds since the epoch; `until` is exclusive. */
  readonly from: number;
  readonly until: number;
}

/**
 * CDR-4: the period of the given days in a time zone.
 * @throws AppError cdrs.timeZone, cdrs.date
 */
export function callPeriod(query: Pick<CallQuery, "time_zone" | "date_from" | "date_to">): CallPeriod {
  const zone = openTimeZone(query.time_zone);
  if (zone === undefined) throw new AppError("cdrs.timeZone", { zone: query.time_zone });
  const { date_from, date_to } = query;
  return {
    zone,
    from: date_from === undefined ? FIRST : zone.momentOf(readLocal(date_from)),
    until: date_to === undefined ? LAST : zone.momentOf(endOf(date_to)),
  };
}

/** A day ends when the next one begins; a moment is the end itself. */
function endOf(text: string): LocalTime {
  const local = readLocal(text);
  if (text.length > DAY_LENGTH) return local;
  const next = new Date(Date.UTC(local.year, local.month - 1, local.day + 1));
  return {
    ...local,
    year: next.getUTCFullYear(),
    month: next.getUTCMonth() + 1,
    day: next.getUTCDate(),
  };
}

const DAY_LENGTH = "2026-03-08".length;

function readLocal(text: string): LocalTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[-T :]/).map(Number);
  const shown = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // Invalid dates such as February 30th or 25 o'clock become other dates.
  const same = shown.getUTCMonth() === month - 1 && shown.getUTCDate() === day && shown.getUTCMinutes() === minute;
  if (!same || shown.getUTCHours() !== hour || shown.getUTCFullYear() !== year || shown.getUTCSeconds() !== second)
    throw new AppError("cdrs.date", { date: text });
  return { year, month, day, hour, minute, second };
}

/** CDR-13: a number is searched by its digits, in any notation. */
export function callWords(search: string): readonly string[] {
  const { digits } = numbersIn(search);
  return digits === undefined ? searchWords(search) : [digits];
}

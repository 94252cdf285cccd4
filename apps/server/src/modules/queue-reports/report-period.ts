import { AppError, QUEUE_REPORT_DAYS_MAX, QUEUE_REPORT_HOURLY_DAYS_MAX } from "@callpanel/contract";
import type { TimeZone } from "../../kernel/text/time-zone.ts";
import { callPeriod } from "../call-history/index.ts";

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

export interface ReportPeriod {
  readonly zone: TimeZone;
  /** Milliseconds since the epoch; `until` is exclusive. */
  readonly from: number;
  readonly until: number;
}

/** A part of a period in which the clocks of the zone are not changed. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  /** Local time minus UTC, in milliseconds. */
  readonly offset: number;
}

/**
 * QREP-2: the period of whole days in a time zone.
 * @throws AppError cdrs.timeZone, cdrs.date, queueReports.dates, queueReports.tooLong
 */
export function reportPeriod(
  {
    start_date,
    end_date,
    timezone,
  }: { readonly start_date: string; readonly end_date: string; readonly timezone: string },
  by: "day" | "hour",
): ReportPeriod {
  const period = callPeriod({ time_zone: timezone, date_from: start_date, date_to: end_date });
  if (period.until <= period.from) throw new AppError("queueReports.dates");
  const days = by === "day" ? QUEUE_REPORT_DAYS_MAX : QUEUE_REPORT_HOURLY_DAYS_MAX;
  // A day of a change of the clocks has up to 26 hours.
  if (period.until - period.from > (days + 0.5) * DAY_MS) throw new AppError("queueReports.tooLong", { days });
  return period;
}

/** QREP-7: the longest period that ends now. */
export const periodUntil = (now: number, zone: TimeZone): ReportPeriod => ({
  zone,
  from: now - QUEUE_REPORT_DAYS_MAX * DAY_MS,
  until: now + 1,
});

/** The stretches of a period, in order. */
export function stretchesOf({ zone, from, until }: ReportPeriod): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let begin = from; begin < until;) {
    const end = endOfOffset(zone, begin, until);
    stretches.push({ from: begin, until: end, offset: zone.offsetAt(begin) });
    begin = end;
  }
  return stretches;
}

/** The first moment after `from` with another offset; `until` without one. Clocks change on a quarter of an hour. */
function endOfOffset(zone: TimeZone, from: number, until: number): number {
  const offset = zone.offsetAt(from);
  let day = from;
  // Two changes of the clocks are weeks apart, so a day with one is found by its ends.
  while (day + DAY_MS < until && zone.offsetAt(day + DAY_MS) === offset) day += DAY_MS;
  for (let at = day; at < Math.min(day + DAY_MS, until); at += QUARTER_MS) if (zone.offsetAt(at) !== offset) return at;
  return Math.min(day + DAY_MS, until);
}

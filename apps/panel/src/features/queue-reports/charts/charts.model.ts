import type { QueueSummaryRow } from "@callpanel/contract";
import { daysBefore } from "../../../shared/list/period.model.ts";
import { daysOf } from "../filter/filter.model.ts";
import type { ReportFilter } from "../filter/filter.model.ts";

/** The callers of all queues of the report in a day or an hour. */
export interface Moment {
  /** `2026-03-08`, or `2026-03-08T14:00:00-04:00`. */
  readonly date: string;
  readonly answered: number;
  readonly abandoned: number;
  /** Callers who left otherwise or wait. */
  readonly other: number;
  /** Percentage; null where nobody was answered or left. */
  readonly level: number | null;
}

/** More bars than these would be thinner than a line: then the chart is of days. */
const MOST_HOURS = 72;

/** RPT-8: each day of the period, also those without calls; the hours with calls of a short period. */
export function momentsOf(rows: readonly QueueSummaryRow[], filter: ReportFilter): readonly Moment[] {
  const byHour = filter.hourly && daysOf(filter) * 24 <= MOST_HOURS;
  const dates = byHour ? [...new Set(rows.map(({ date }) => date))].toSorted() : daysBetween(filter);
  const sums = new Map(dates.map((date) => [date, { answered: 0, abandoned: 0, other: 0, inTarget: 0, left: 0 }]));
  for (const row of rows) {
    const sum = sums.get(byHour ? row.date : row.date.slice(0, "2026-03-08".length));
    if (sum === undefined) continue;
    sum.answered += row.answered;
    sum.abandoned += row.abandon;
    sum.other += row.calls - row.answered - row.abandon;
    sum.inTarget += row.in_target;
    sum.left += row.calls - row.in_queue;
  }
  return [...sums].map(([date, { answered, abandoned, other, inTarget, left }]) => ({
    date,
    answered,
    abandoned,
    other,
    level: left === 0 ? null : Math.round((inTarget / left) * 100),
  }));
}

function daysBetween(filter: ReportFilter): readonly string[] {
  const count = daysOf(filter);
  return Array.from({ length: count }, (_, index) => daysBefore(filter.end, count - 1 - index));
}

/** Calls by weekday (Monday first) and hour of the day, from rows of hours. */
export function weekOf(rows: readonly QueueSummaryRow[]): readonly (readonly number[])[] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { date, calls } of rows) {
    const day = (new Date(`${date.slice(0, "2026-03-08".length)}T00:00:00Z`).getUTCDay() + 6) % 7;
    const hour = Number(date.slice("2026-03-08T".length, "2026-03-08T14".length));
    const hours = week[day];
    if (hours !== undefined) hours[hour] = (hours[hour] ?? 0) + calls;
  }
  return week;
}

const STEPS = [1, 2, 5];

/** The top of an axis: the next of 1, 2, 5, 10, 20, 50, … */
export function topOf(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = STEPS.find((one) => one * power >= most);
    if (step !== undefined) return step * power;
  }
}

/** The positions of at most `most` labels among `count` places. */
export function labelled(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** The outer parts of an axis in which a label would leave the chart if its middle were at its mark, in percent. */
const EDGE = 12.5;

/** How much of a label is before its mark, in percent: half of it, less at the beginning of the axis, more at its end. */
export function partBefore(at: number): number {
  return at < EDGE ? (at / EDGE) * 50 : Math.max(50, 100 - ((100 - at) / EDGE) * 50);
}

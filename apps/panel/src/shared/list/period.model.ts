export const PERIODS = ["any", "today", "yesterday", "week", "month", "between"] as const;
export type PeriodChoice = (typeof PERIODS)[number];

/** The period of a list. `from` and `to` (in date-field format, empty for open) only count if the choice is `between`. */
export interface Period {
  readonly choice: PeriodChoice;
  readonly from: string;
  readonly to: string;
}
export const ANY_TIME: Period = { choice: "any", from: "", to: "" };

/** The first and the last day, both inclusive, `2026-03-08`; absent means open. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** The day of a moment in a time zone (undefined: that of the browser), `2026-03-08`. */
export function dayIn(zone: string | undefined, at: number): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  const shown = new Map(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${shown.get("year")}-${shown.get("month")}-${shown.get("day")}`;
}

/** Calendar days, independent of their length. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);

/** CDR-42, VMU-4: the days of a period in the calendar of the zone. `now`: ms since the epoch. */
export function daysOf({ choice, from, to }: Period, zone: string, now: number): Days {
  const today = dayIn(zone, now);
  switch (choice) {
    case "any":
      return {};
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: daysBefore(today, 1), to: daysBefore(today, 1) };
    case "week":
      return { from: daysBefore(today, WEEK_DAYS - 1), to: today };
    case "month":
      return { from: daysBefore(today, MONTH_DAYS - 1), to: today };
    case "between":
      return { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) };
  }
}

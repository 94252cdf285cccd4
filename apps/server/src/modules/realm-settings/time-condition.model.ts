import { wallClock } from "@callpanel/contract";

/** Days of the week as in ISO 8601: 1 is Monday. Minutes of the day; `toMinute` is exclusive. */
export interface WeeklyHours {
  readonly days: readonly number[];
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** A named weekly schedule, in a time zone with an IANA name. */
export interface TimeCondition {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  readonly hours: readonly WeeklyHours[];
}

export const MINUTES_OF_DAY = 1_440;

/** HANDLE-9: whether it applies at a time, ms since the epoch. Hours that end before they begin continue past midnight. */
export function holdsAt({ timeZone, hours }: TimeCondition, at: number): boolean {
  const { day, minute } = wallClock(timeZone, at);
  const dayBefore = day === 1 ? 7 : day - 1;
  return hours.some(({ days, fromMinute, toMinute }) => {
    if (fromMinute < toMinute) return days.includes(day) && minute >= fromMinute && minute < toMinute;
    return (days.includes(day) && minute >= fromMinute) || (days.includes(dayBefore) && minute < toMinute);
  });
}

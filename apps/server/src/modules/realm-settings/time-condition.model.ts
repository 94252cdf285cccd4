import { wallClock, type WeeklyHours } from "@callpanel/contract";

/** A named weekly schedule, in a time zone with an IANA name. */
export interface TimeCondition {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  readonly hours: readonly WeeklyHours[];
  /** Dates on which it does not apply, `2026-12-25`. */
  readonly closed?: readonly string[] | undefined;
}

const DAY_MS = 86_400_000;

/**
 * HANDLE-9: whether it applies at a time, ms since the epoch. Hours that end before they begin continue past midnight, also
 * into a date on which it does not apply.
 */
export function holdsAt({ timeZone, hours, closed = [] }: TimeCondition, at: number): boolean {
  const { day, minute, date } = wallClock(timeZone, at);
  const dayBefore = day === 1 ? 7 : day - 1;
  const isOpen = !closed.includes(date);
  const wasOpen = !closed.includes(dateBefore(date));
  return hours.some(({ days, fromMinute, toMinute }) => {
    const today = isOpen && days.includes(day) && minute >= fromMinute;
    if (fromMinute < toMinute) return today && minute < toMinute;
    return today || (wasOpen && days.includes(dayBefore) && minute < toMinute);
  });
}

const dateBefore = (date: string): string => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);

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

/** Whether this system knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local day and minute in a time zone. */
function wallClock(timeZone: string, at: number): { readonly day: number; readonly minute: number } {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  clocks.set(timeZone, clock);
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: WEEKDAYS.indexOf(parts.get("weekday") ?? "") + 1,
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
  };
}

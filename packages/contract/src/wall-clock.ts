const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const clocks = new Map<string, Intl.DateTimeFormat>();

export interface WallClock {
  /** ISO 8601: 1 is Monday. */
  readonly day: number;
  readonly minute: number;
  /** `2026-12-25` */
  readonly date: string;
}

/** Local day, minute of the day and date in a time zone with an IANA name. Throws RangeError for an unknown one. */
export function wallClock(timeZone: string, at: number): WallClock {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  clocks.set(timeZone, clock);
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: WEEKDAYS.indexOf(parts.get("weekday") ?? "") + 1,
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
    date: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
  };
}

/** Whether this system knows a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Hours of a week as an administrator writes them: the same on the command line, in company files and in forms. */

/** Days of the week as in ISO 8601: 1 is Monday. Minutes of the day; `toMinute` is exclusive. */
export interface WeeklyHours {
  readonly days: readonly number[];
  readonly fromMinute: number;
  readonly toMinute: number;
}

export const MINUTES_OF_DAY = 1_440;
/** In the order of ISO 8601. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** `mon-fri` or `mon,wed`, as ISO days; undefined when it is neither. */
export function parseDays(value: string): readonly number[] | undefined {
  const names: readonly string[] = WEEKDAYS;
  const days = new Set<number>();
  for (const part of value.toLowerCase().split(",")) {
    const [from = "", to = from, ...rest] = part.trim().split("-");
    const [first, last] = [names.indexOf(from), names.indexOf(to)];
    if (first < 0 || last < 0 || rest.length > 0) return undefined;
    for (let day = first; ; day = (day + 1) % WEEKDAYS.length) {
      days.add(day + 1);
      if (day === last) break;
    }
  }
  return [...days].toSorted((one, other) => one - other);
}

/** `09:30` as minutes of the day; 24:00 is its end. */
export function parseMinute(value: string): number | undefined {
  const [, hours = "", minutes = ""] = /^(\d{1,2}):(\d{2})$/.exec(value) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return hours === "" || Number(minutes) > 59 || minute > MINUTES_OF_DAY ? undefined : minute;
}

export const daysText = (days: readonly number[]): string => days.map((day) => WEEKDAYS[day - 1] ?? "").join(",");
export const minuteText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** `mon,tue 09:00-17:00` */
export const hoursText = ({ days, fromMinute, toMinute }: WeeklyHours): string =>
  `${daysText(days)} ${minuteText(fromMinute)}-${minuteText(toMinute)}`;

/** The reverse of `hoursText`; undefined when the text is something else. */
export function parseHours(text: string): WeeklyHours | undefined {
  const [, written = "", from = "", to = ""] = /^(\S+)\s+([\d:]+)-([\d:]+)$/.exec(text.trim()) ?? [];
  const days = parseDays(written);
  const [fromMinute, toMinute] = [parseMinute(from), parseMinute(to)];
  if (days === undefined || fromMinute === undefined || toMinute === undefined) return undefined;
  return { days, fromMinute, toMinute };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A day of the calendar, `2026-12-25`. */
export const isDate = (text: string): boolean =>
  DATE.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

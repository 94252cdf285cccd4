/** Local time by IANA zone names. */
export interface TimeZone {
  readonly name: string;
  /** The moment of a local time; the first one of two, and the moment of the jump if clocks jump over it. */
  momentOf(local: LocalTime): number;
  /** What a clock there shows minus UTC, in milliseconds. */
  offsetAt(at: number): number;
  /** ISO 8601 with offset: `2026-03-08T14:30:05-04:00`. */
  iso(at: number): string;
}

export interface LocalTime {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const QUARTER_MS = 900_000; // today, all offsets change on a quarter of an hour
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Undefined for a zone that this system does not know. */
export function openTimeZone(name: string): TimeZone | undefined {
  const clock = clockOf(name);
  if (clock === undefined) return undefined;
  const readOffset = (at: number): number => {
    const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const shown = utcOf({
      year: part("year"),
      month: part("month"),
      day: part("day"),
      hour: part("hour"),
      minute: part("minute"),
      second: part("second"),
    });
    return shown - Math.floor(at / 1_000) * 1_000;
  };
  // Calls come in order of time, many in each quarter of an hour.
  let quarter = Number.NaN;
  let offset = 0;
  const offsetAt = (at: number): number => {
    const wanted = Math.floor(at / QUARTER_MS);
    if (wanted !== quarter) {
      quarter = wanted;
      offset = readOffset(wanted * QUARTER_MS);
    }
    return offset;
  };
  return {
    name,
    offsetAt,
    momentOf: (local) => {
      const shown = utcOf(local);
      const [before, after] = [offsetAt(shown - DAY_MS), offsetAt(shown + DAY_MS)];
      const found = [shown - before, shown - after].filter((at) => at + offsetAt(at) === shown);
      return found.length > 0 ? Math.min(...found) : leapNear(shown - Math.max(before, after), offsetAt);
    },
    iso: (at) => {
      const shift = offsetAt(at);
      const sign = shift < 0 ? "-" : "+";
      const minutes = Math.round(Math.abs(shift) / MINUTE_MS);
      return `${new Date(at + shift).toISOString().slice(0, 19)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
    },
  };
}

/** The first moment with the new offset, searched in steps of a quarter of an hour from before the jump. */
function leapNear(from: number, offsetAt: (at: number) => number): number {
  let at = Math.floor(from / QUARTER_MS) * QUARTER_MS;
  const before = offsetAt(at);
  while (offsetAt(at) === before && at < from + DAY_MS) at += QUARTER_MS;
  return at;
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");

const utcOf = ({ year, month, day, hour, minute, second }: LocalTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Limit of the cache, higher than the number of zones. */
const MOST_CLOCKS = 1_000;

function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  try {
    const numeric = "numeric" as const;
    const clock = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    if (clocks.size < MOST_CLOCKS) clocks.set(timeZone, clock);
    return clock;
  } catch {
    return undefined;
  }
}

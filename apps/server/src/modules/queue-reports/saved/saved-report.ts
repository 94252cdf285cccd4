import type { SavedQueueReportDraft } from "@callpanel/contract";
import { openTimeZone, type TimeZone } from "../../../kernel/text/time-zone.ts";

/** A report that is sent by mail. Times in milliseconds since the epoch. */
export interface SavedReport extends Omit<SavedQueueReportDraft, "recipients"> {
  readonly id: number;
  readonly ownerId: number;
  /** User ids. */
  readonly recipients: readonly number[];
  readonly nextAt: number;
  readonly lastSentAt: number | null;
}

export type Schedule = Pick<SavedReport, "timezone" | "every" | "weekday" | "time">;

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** QMAIL-3: when a report is next due after a moment: at a time of its zone, whatever its clocks do. */
export function nextDue({ timezone, every, weekday, time }: Schedule, after: number): number {
  const zone = zoneOf(timezone);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const today = dayOf(zone, after);
  for (let later = 0; ; later += 1) {
    const day = today + later;
    if (every === "week" && weekdayOf(day) !== weekday) continue;
    const at = zone.momentOf({ ...calendarOf(day), hour, minute, second: 0 });
    if (at > after) return at;
  }
}

/** QMAIL-4: the days that a report is about which is due at a moment. */
export function daysOf(
  { timezone, every }: Schedule,
  dueAt: number,
): { readonly start_date: string; readonly end_date: string } {
  const today = dayOf(zoneOf(timezone), dueAt);
  return { start_date: textOf(today - (every === "day" ? 1 : WEEK_DAYS)), end_date: textOf(today - 1) };
}

/** A zone that this system no longer knows is UTC. */
function zoneOf(name: string): TimeZone {
  const zone = openTimeZone(name) ?? openTimeZone("UTC");
  if (zone === undefined) throw new Error("there is no UTC");
  return zone;
}

/** Days of a zone's calendar, numbered from 1970-01-01. */
const dayOf = (zone: TimeZone, at: number): number => Math.floor((at + zone.offsetAt(at)) / DAY_MS);
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, "2026-03-08".length);
/** 1 is Monday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % WEEK_DAYS) + 1;

function calendarOf(day: number): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

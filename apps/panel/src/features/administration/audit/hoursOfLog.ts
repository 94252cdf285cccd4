import { WEEKDAYS } from "@callpanel/contract";
import type { HoursRow } from "../things/thing.model.ts";

const HOUR_MINUTES = 60;
/** Hours of some days, as the audit log keeps them. */
const HOURS = /\{"days":\[([\d,]*)\],"fromMinute":(\d+),"toMinute":(\d+)\}/g;

/** Business hours in the audit log; empty: it is another text, or one that was cut. */
export function hoursOfLog(text: string): readonly HoursRow[] {
  if (text.replaceAll(HOURS, "").replaceAll(", ", "") !== "") return [];
  return [...text.matchAll(HOURS)].map(([, days = "", from, to]) => ({
    days: days.split(",").map((day) => WEEKDAYS[Number(day) - 1] ?? day),
    from: timeOf(Number(from)),
    to: timeOf(Number(to)),
  }));
}

const timeOf = (minute: number): string =>
  [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES].map((part) => String(part).padStart(2, "0")).join(":");

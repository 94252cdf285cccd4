import type { Locale } from "@callpanel/contract";

const DAY_MS = 86_400_000;

/** A moment as a person would say it on a phone: the time today, the weekday within a week, else the date. */
export function whenText(at: number, now: number, locale: Locale): string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(at);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS);
  if (days <= 0) return format({ hour: "numeric", minute: "2-digit" });
  if (days < 7) return format({ weekday: "short", hour: "numeric", minute: "2-digit" });
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format({ day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

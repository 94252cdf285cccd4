import { WEEKDAYS } from "@callpanel/contract";
import { useLocaleWords } from "../../../shared/words/useWords.ts";

/** 5 January 2026 is a Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** The short name of a day of the week in the person's language: `mon` is `Mon`. */
export function useDayNames(): (day: string) => string {
  const { locale } = useLocaleWords();
  const names = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return (day) => {
    const at = WEEKDAYS.findIndex((one) => one === day);
    return at < 0 ? day : names.format(MONDAY + at * DAY_MS);
  };
}

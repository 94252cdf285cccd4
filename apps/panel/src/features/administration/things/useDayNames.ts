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

/** Days of a week as they are read: `Mon–Fri, Sun`. Three or more in a row are a range. */
export function useDaysText(): (days: readonly string[]) => string {
  const name = useDayNames();
  return (days) => {
    const runs: string[][] = [];
    for (const day of WEEKDAYS.filter((one) => days.includes(one))) {
      const run = runs.at(-1);
      const before = WEEKDAYS[WEEKDAYS.indexOf(day) - 1];
      if (run !== undefined && run.at(-1) === before) run.push(day);
      else runs.push([day]);
    }
    return runs
      .flatMap((run) => {
        const [first = ""] = run;
        return run.length > 2 ? [`${name(first)}–${name(run.at(-1) ?? first)}`] : run.map(name);
      })
      .join(", ");
  };
}

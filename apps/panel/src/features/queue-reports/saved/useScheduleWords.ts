import type { SavedQueueReport } from "@callpanel/contract";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";

const DAY_MS = 86_400_000;
/** 1970-01-05 was a Monday. */
const MONDAY = Date.UTC(1970, 0, 5);

/** The weekdays in the person's language, Monday first. */
export function useWeekdays(): readonly string[] {
  const { locale } = useLocaleWords();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, index) => weekday.format(MONDAY + index * DAY_MS));
}

/** When a report is sent, in words. */
export function useScheduleWords(): (
  report: Pick<SavedQueueReport, "every" | "weekday" | "time" | "timezone">,
) => string {
  const t = useWords(queueReportsMessages);
  const weekdays = useWeekdays();
  return ({ every, weekday, time, timezone }) =>
    t(`queueReports.saved.schedule.${every}`, {
      weekday: weekdays[weekday - 1] ?? "",
      time,
      zone: timezone.replaceAll("_", " "),
    });
}

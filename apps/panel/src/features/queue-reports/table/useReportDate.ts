import { formatsOf } from "../../../shared/formats/formats.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";

/**
 * Days and hours of a report. They are those of its time zone already, so they are written as they stand: the clock's time of an
 * ISO text, without its offset.
 */
export function useReportDate() {
  const words = useLocaleWords();
  const formats = formatsOf(words, "UTC");
  const short = new Intl.DateTimeFormat(words.locale, { month: "short", day: "numeric", timeZone: "UTC" });
  const asUtc = (iso: string): string => `${iso.slice(0, "2026-03-08T14:00:00".length)}Z`;
  return {
    day: (iso: string): string => formats.date(`${iso.slice(0, "2026-03-08".length)}T00:00:00Z`),
    hour: (iso: string): string => formats.dateTime(asUtc(iso)),
    /** Without the year; an hour without its day. */
    short: (iso: string): string => (iso.includes("T") ? formats.time(asUtc(iso)) : short.format(new Date(iso))),
    /** The day without its year, and the time with seconds. */
    moment: (iso: string): string =>
      `${short.format(new Date(asUtc(iso)))}, ${iso.slice("2026-03-08T".length, "2026-03-08T14:00:00".length)}`,
    /** With seconds, as a clock shows them. */
    clock: (iso: string): string => iso.slice("2026-03-08T".length, "2026-03-08T14:00:00".length),
  };
}

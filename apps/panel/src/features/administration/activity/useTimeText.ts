import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";

const DAY_MS = 86_400_000;

/** A time of today as the time of day, another one with its date. */
export function useTimeText(): (at: number) => string {
  const { locale } = useLocaleWords();
  const { clock } = usePanel();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
  const both = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return (at) => (Math.abs(clock.now() - at) < DAY_MS / 2 ? time : both).format(at);
}

import { useLocaleWords } from "../../../shared/words/useWords.ts";

/** A time with its date, in the person's language. */
export function useTimeText(): (at: number) => string {
  const { locale } = useLocaleWords();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return (at) => format.format(at);
}

import { useMemo } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { recordsMessages } from "./records.messages.ts";

const YEAR_DAYS = 365;

/** `30 days`, `1 year`; null: for ever. */
export function useDaysText(): (days: number | null) => string {
  const t = useWords(recordsMessages);
  return useMemo(
    () => (days) => {
      if (days === null) return t("chat.keep.foreverLower");
      return days % YEAR_DAYS === 0 ? t("chat.keep.years", { years: days / YEAR_DAYS }) : t("chat.keep.days", { days });
    },
    [t],
  );
}

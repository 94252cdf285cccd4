import { useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";

/** The causes that every company has (spec 1 §3), and the one of a pause by the phone system. */
const KNOWN = ["lunch_break", "break", "wrap_up_time", "meeting", "clock_out", "auto"] as const;

/** The cause of a pause in words; a company's own cause as it is. */
export function useCause(): (cause: string) => string {
  const t = useWords(queueReportsMessages);
  return (cause) => {
    const known = KNOWN.find((one) => one === cause);
    if (known !== undefined) return t(`queueReports.cause.${known}`);
    return cause === "" ? t("queueReports.cause.none") : cause;
  };
}

import { IconX } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import styles from "./Chips.module.css";

export interface ChipsProps {
  readonly chosen: readonly string[];
  readonly nameOf: (value: string) => string;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** What was chosen of several, each with its removal. */
export function Chips({ chosen, nameOf, onChange }: ChipsProps) {
  const t = useWords(queueReportsMessages);
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {chosen.map((value) => (
        <li key={value}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t("queueReports.removeQueue", { name: nameOf(value) })}
            onClick={() => onChange(chosen.filter((one) => one !== value))}
          >
            <bdi>{nameOf(value)}</bdi>
            <IconX size={13} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

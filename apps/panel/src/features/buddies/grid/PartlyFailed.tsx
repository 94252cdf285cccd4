import { Button, IconAlertTriangle } from "@callpanel/ui";
import { sayError } from "../../../shared/api/api.ts";
import { loadMessages } from "../../../shared/api/load.messages.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import styles from "./PartlyFailed.module.css";

export interface PartlyFailedProps {
  readonly error: unknown;
  /** Of the people who are loaded. */
  readonly count: number;
  readonly onRetry: () => void;
}

/** BUDDIES-1: the loaded people stay. */
export function PartlyFailed({ error, count, onRetry }: PartlyFailedProps) {
  const t = useWords(buddiesMessages);
  const load = useWords(loadMessages);
  const words = useLocaleWords();
  return (
    <div className={styles.partly} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <p>
        {words.say(sayError(error, "buddies.load"))} {t("buddies.partly", { count })}
      </p>
      <Button look="quiet" onClick={onRetry}>
        {load("load.retry")}
      </Button>
    </div>
  );
}

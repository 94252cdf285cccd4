import { Button, IconAlertTriangle, StatePanel } from "@callpanel/ui";
import { sayError } from "../../shared/api.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { buddiesMessages } from "./buddies.messages.ts";
import styles from "./LoadFailed.module.css";

export interface LoadFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function LoadFailed({ error, onRetry }: LoadFailedProps) {
  const t = useWords(buddiesMessages);
  const words = useLocaleWords();
  const title = words.error("buddies.load");
  const said = words.say(sayError(error, "buddies.load"));
  return (
    <StatePanel
      urgent
      icon={IconAlertTriangle}
      title={title}
      // What the server said, where it said more than the title.
      text={said === title ? undefined : said}
      action={<Button onClick={onRetry}>{t("buddies.retry")}</Button>}
    />
  );
}

/** BUDDIES-1: what is there stays. */
export function PartlyFailed({ error, count, onRetry }: LoadFailedProps & { readonly count: number }) {
  const t = useWords(buddiesMessages);
  const words = useLocaleWords();
  return (
    <div className={styles.partly} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <p>
        {words.say(sayError(error, "buddies.load"))} {t("buddies.partly", { count })}
      </p>
      <Button look="quiet" onClick={onRetry}>
        {t("buddies.retry")}
      </Button>
    </div>
  );
}

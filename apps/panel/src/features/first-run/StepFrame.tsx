import { Button, IconAlertCircle } from "@callpanel/ui";
import type { FormEvent, ReactNode } from "react";
import { useWords } from "../../shared/words/useWords.ts";
import { firstRunMessages } from "./firstRun.messages.ts";
import styles from "./SetupScreen.module.css";

export interface StepFrameProps {
  readonly title: string;
  readonly lead: string;
  readonly error: string | null;
  readonly busy: boolean;
  readonly onNext: () => void;
  readonly onBack?: (() => void) | undefined;
  readonly onSkip?: (() => void) | undefined;
  /** The last step ends the guide. */
  readonly isLast?: boolean;
  readonly children: ReactNode;
}

/** A step: its fields, and the buttons below them. */
export function StepFrame({ title, lead, error, busy, onNext, onBack, onSkip, isLast, children }: StepFrameProps) {
  const t = useWords(firstRunMessages);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onNext();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.head}>
        <h2 className={styles.stepTitle}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
      {error === null ? null : (
        <p className={styles.error} role="alert">
          <IconAlertCircle size={18} stroke={1.9} aria-hidden />
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        {onBack ? <Button onClick={onBack}>{t("setup.back")}</Button> : null}
        <span className={styles.gap} />
        {onSkip ? (
          <Button look="quiet" onClick={onSkip}>
            {t("setup.skip")}
          </Button>
        ) : null}
        <Button type="submit" look="primary" busy={busy}>
          {t(isLast ? "setup.finish" : "setup.next")}
        </Button>
      </div>
    </form>
  );
}

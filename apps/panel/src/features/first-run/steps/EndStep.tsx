import { IconCircleCheck } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";

/** FIRST-17, FIRST-40 */
export function EndStep({ state, run, onBack, busy, error }: StepProps) {
  const t = useWords(firstRunMessages);
  return (
    <StepFrame
      title={state.company}
      lead={t("setup.end.lead")}
      error={error}
      busy={busy}
      onBack={onBack}
      onNext={() => run(async () => state)}
      isLast
    >
      {state.missing.length === 0 ? (
        <p className={styles.note}>
          <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          {t("setup.end.nothing")}
        </p>
      ) : (
        <section aria-labelledby="setup-missing" className={styles.head}>
          <h3 id="setup-missing" className={styles.missingTitle}>
            {t("setup.end.missing")}
          </h3>
          <p className={styles.dim}>{t("setup.end.missingLead")}</p>
          <ul className={styles.missing}>
            {state.missing.map((thing) => (
              <li key={thing}>{t(`setup.missing.${thing}`)}</li>
            ))}
          </ul>
        </section>
      )}
    </StepFrame>
  );
}

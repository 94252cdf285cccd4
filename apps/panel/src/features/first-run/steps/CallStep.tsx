import { skipStep } from "@callpanel/contract";
import { IconCircleCheck } from "@callpanel/ui";
import { useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";

/** FIRST-16 */
export function CallStep({ state, guide, run, onBack, onSkip, busy, error, parts }: StepProps) {
  const t = useWords(firstRunMessages);
  const [isGood, setGood] = useState(state.done.includes("call"));
  const next = () => (isGood ? run(() => guide.call(skipStep, { body: { step: "call", done: true } })) : onSkip?.());
  return (
    <StepFrame
      title={t("setup.step.call")}
      lead={t("setup.call.lead")}
      error={error}
      busy={busy}
      onBack={onBack}
      onSkip={isGood ? undefined : onSkip}
      onNext={next}
    >
      {parts.isSignedIn ? (
        parts.testCall(() => setGood(true))
      ) : (
        <p className={styles.dim}>{t("setup.call.signedOut")}</p>
      )}
      {isGood ? (
        <output className={styles.note}>
          <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          {t("setup.call.good")}
        </output>
      ) : null}
    </StepFrame>
  );
}

import { Button, IconCircleCheck, IconCircleX, IconClock, Spinner } from "@callpanel/ui";
import type { CheckFigures, CheckSnapshot, CheckStep, Webphone } from "@callpanel/webphone";
import { useEffect, useSyncExternalStore } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import type { OnRefusal } from "../parts/PhonePage.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { STEPS, stateOf } from "./check.view.ts";
import type { StepState } from "./check.view.ts";
import { devicesMessages } from "./devices.messages.ts";
import styles from "./CheckSection.module.css";

export interface CheckSectionProps {
  readonly phone: Webphone;
  readonly onRefusal: OnRefusal;
}

/** SET-14: one button that checks whether calls will work, and if not, says why. */
export function CheckSection({ phone, onRefusal }: CheckSectionProps) {
  const t = useWords(devicesMessages);
  const { check } = useSyncExternalStore(phone.subscribe, phone.getSnapshot);
  // Leaving the page cancels the check.
  useEffect(() => () => phone.stopCheck(), [phone]);
  const isRunning = check?.phase === "running";
  return (
    <SettingsSection title={t("settings.check.title")} hint={t("settings.check.hint")}>
      {check ? (
        <ol className={styles.steps} aria-label={t("settings.check.steps")}>
          {STEPS.map((step) => (
            <Step key={step} step={step} state={stateOf(check, step)} />
          ))}
        </ol>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output holds phrases, not lists */}
      <div role="status" className={styles.verdict} data-phase={check?.phase}>
        {check && !isRunning ? <Verdict check={check} /> : null}
      </div>
      {check && !isRunning ? <Figures figures={check.figures} /> : null}
      <div>
        {isRunning ? (
          <Button onClick={phone.stopCheck}>{t("settings.check.stop")}</Button>
        ) : (
          <Button look={check ? "outline" : "primary"} onClick={() => onRefusal(phone.startCheck())}>
            {t(check ? "settings.check.again" : "settings.check.start")}
          </Button>
        )}
      </div>
    </SettingsSection>
  );
}

function Step({ step, state }: { readonly step: CheckStep; readonly state: StepState }) {
  const t = useWords(devicesMessages);
  return (
    <li className={styles.step} data-state={state}>
      <StepSign state={state} />
      <span>{t(`settings.check.step.${step}`)}</span>
      <span className={styles.state}>{t(`settings.check.state.${state}`)}</span>
    </li>
  );
}

function StepSign({ state }: { readonly state: StepState }) {
  if (state === "running") return <Spinner size={20} />;
  const Shape = { done: IconCircleCheck, failed: IconCircleX, waiting: IconClock }[state];
  return <Shape size={20} stroke={1.75} aria-hidden />;
}

function Verdict({ check }: { readonly check: Exclude<CheckSnapshot, { readonly phase: "running" }> }) {
  const t = useWords(devicesMessages);
  switch (check.phase) {
    case "good":
      return <p className={styles.word}>{t("settings.check.good")}</p>;
    case "poor":
      return (
        <>
          <p className={styles.word}>{t("settings.check.poor")}</p>
          <ul className={styles.reasons}>
            {check.flaws.map((flaw) => (
              <li key={flaw}>{t(`settings.check.flaw.${flaw}`)}</li>
            ))}
          </ul>
        </>
      );
    case "failed":
      return (
        <>
          <p className={styles.word}>{t(`settings.check.failed.${check.step}`)}</p>
          <p>{t(`settings.check.fault.${check.fault}`)}</p>
        </>
      );
  }
}

function Figures({ figures }: { readonly figures: CheckFigures }) {
  const t = useWords(devicesMessages);
  const { microphoneDb, levelDb, frequencyHz, echoMs, roundTripMs, jitterMs, lossPercent } = figures;
  const ms = (value: number | undefined) =>
    value === undefined ? null : t("settings.check.ms", { ms: Math.round(value) });
  const rows = [
    [
      "settings.check.microphoneDb",
      microphoneDb === undefined ? null : t("settings.check.db", { db: Math.round(microphoneDb) }),
    ],
    [
      "settings.check.levelDb",
      levelDb === undefined || frequencyHz === undefined
        ? null
        : t("settings.check.toneValue", { db: Math.round(levelDb), hz: Math.round(frequencyHz) }),
    ],
    ["settings.check.echoMs", ms(echoMs)],
    ["settings.check.roundTripMs", ms(roundTripMs)],
    ["settings.check.jitterMs", ms(jitterMs)],
    [
      "settings.check.lossPercent",
      lossPercent === undefined ? null : t("settings.check.percent", { percent: Math.round(lossPercent * 10) / 10 }),
    ],
  ] as const;
  if (rows.every(([, value]) => value === null)) return null;
  return (
    <dl className={styles.figures} aria-label={t("settings.check.figures")}>
      {rows.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className={styles.figure}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

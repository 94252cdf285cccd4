import { DIRECT_NUMBER, getFirstRun, PASSWORD_MIN_CHARS, setUpLine, USERNAME } from "@callpanel/contract";
import type { FirstRun } from "@callpanel/contract";
import { IconCircleCheck, PasswordField, SelectField, Spinner, TextField } from "@callpanel/ui";
import { useEffect, useState } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";
import { useFields } from "../useFields.ts";

const ASK_EVERY_MS = 3_000;

const NO_LINE = { name: "", password: "", number: "", address: "" };
type Field = keyof typeof NO_LINE;

const withoutPunctuation = (number: string): string => number.replace(/[\s().-]/g, "");

/** The checks of the server (PAGES-6). */
function wordOfFault(name: Field, text: string) {
  switch (name) {
    case "name":
      return USERNAME.test(text.trim().toLowerCase()) ? undefined : "setup.fault.username";
    case "password":
      return text.length >= PASSWORD_MIN_CHARS ? undefined : "setup.fault.password";
    case "number":
      return text.trim() === "" || DIRECT_NUMBER.test(withoutPunctuation(text))
        ? undefined
        : "setup.fault.directNumber";
    case "address":
      return undefined;
  }
}

/** FIRST-15 */
export function LineStep(props: StepProps) {
  const { line } = props.state;
  return line === null ? <NewLine {...props} /> : <SavedLine {...props} line={line} />;
}

/** Asks every few seconds whether the gateway is there. */
function SavedLine({
  state,
  guide,
  clock,
  run,
  onBack,
  onState,
  busy,
  error,
  line,
}: StepProps & { line: NonNullable<FirstRun["line"]> }) {
  const t = useWords(firstRunMessages);
  useEffect(() => {
    if (line.registered) return undefined;
    let gone = false;
    const ask = async () => {
      // The next answer is another object, and asks again; after a failure the person goes on without it.
      const next = await guide.call(getFirstRun, {}).catch(() => undefined);
      if (!gone && next !== undefined) onState(next);
    };
    const stop = clock.setTimeout(() => {
      void ask();
    }, ASK_EVERY_MS);
    return () => {
      gone = true;
      stop();
    };
  }, [guide, clock, line, onState]);
  return (
    <StepFrame
      title={t("setup.step.line")}
      lead={t("setup.line.gateway", { url: state.sip_url })}
      error={error}
      busy={busy}
      onBack={onBack}
      onNext={() => run(async () => state)}
    >
      <output className={styles.note}>
        {line.registered ? <IconCircleCheck size={20} stroke={1.75} aria-hidden /> : <Spinner size={18} />}
        {t(line.registered ? "setup.line.registered" : "setup.line.waiting", { name: line.name })}
      </output>
      {line.registered ? null : <p className={styles.dim}>{t("setup.line.later")}</p>}
    </StepFrame>
  );
}

function extensionOf({ administrator }: FirstRun): readonly string[] {
  const extension = administrator?.extension ?? null;
  return extension === null ? [] : [extension];
}

function NewLine({ state, guide, run, onBack, onSkip, onState, busy, error }: StepProps) {
  const t = useWords(firstRunMessages);
  const targets = [
    ...state.queues.slice(0, 1).map((number) => ({ value: number, label: t("setup.line.targetQueue", { number }) })),
    ...extensionOf(state).map((number) => ({ value: number, label: t("setup.line.targetAdmin", { number }) })),
  ];
  const [target, setTarget] = useState(targets[0]?.value ?? "");
  const { fields, field, check } = useFields<Field>(NO_LINE, (name, texts) => {
    const word = wordOfFault(name, texts[name]);
    return word === undefined ? undefined : t(word);
  });
  const submit = () => {
    if (!check()) return;
    run(async () => {
      const number = withoutPunctuation(fields.number);
      onState(await guide.call(setUpLine, { body: { ...fields, number, target: number === "" ? "" : target } }));
      // Then the guide shows whether the gateway registers.
      return undefined;
    });
  };
  return (
    <StepFrame
      title={t("setup.step.line")}
      lead={t("setup.line.lead")}
      error={error}
      busy={busy}
      onBack={onBack}
      onSkip={onSkip}
      onNext={submit}
    >
      <p className={styles.dim}>{t("setup.line.gateway", { url: state.sip_url })}</p>
      <div className={styles.pair}>
        <TextField
          label={t("setup.line.name")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          {...field("name")}
        />
        <PasswordField
          label={t("setup.line.password")}
          hint={t("setup.admin.passwordHint")}
          autoComplete="new-password"
          showLabel={t("setup.admin.show")}
          hideLabel={t("setup.admin.hide")}
          {...field("password")}
        />
        <TextField
          label={t("setup.line.number")}
          hint={t("setup.line.numberHint")}
          type="tel"
          autoComplete="off"
          {...field("number")}
        />
        <SelectField label={t("setup.line.target")} choices={targets} value={target} onChange={setTarget} />
      </div>
      <TextField
        label={t("setup.line.address")}
        hint={t("setup.line.addressHint")}
        autoComplete="street-address"
        maxLength={300}
        {...field("address")}
      />
    </StepFrame>
  );
}

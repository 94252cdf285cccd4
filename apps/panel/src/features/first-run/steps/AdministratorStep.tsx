import { PASSWORD_MIN_CHARS, PERSON_CHECKS, setUpAdministrator } from "@callpanel/contract";
import { IconCircleCheck, PasswordField, TextField } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { firstRunMessages } from "../firstRun.messages.ts";
import styles from "../SetupScreen.module.css";
import type { StepProps } from "../step.ts";
import { StepFrame } from "../StepFrame.tsx";
import { useFields } from "../useFields.ts";

const FIRST_EXTENSION = "101";

type Field = "first_name" | "last_name" | "username" | "email" | "extension" | "password";
const FAULTS = {
  first_name: "setup.fault.name",
  last_name: "setup.fault.name",
  username: "setup.fault.username",
  email: "setup.fault.email",
  extension: "setup.fault.extension",
  password: "setup.fault.password",
} as const satisfies Readonly<Record<Field, string>>;

/** The checks of the server (PAGES-6). */
const isFault = (field: Field, text: string): boolean =>
  field === "password"
    ? text.length < PASSWORD_MIN_CHARS
    : !PERSON_CHECKS[field](field === "username" ? text.trim().toLowerCase() : text.trim());

/** Of an empty username the sentence about its letters would say nothing. */
const wordOfFault = (field: Field, text: string) =>
  field === "username" && text.trim() === "" ? "setup.fault.noUsername" : FAULTS[field];

/** FIRST-12 */
export function AdministratorStep(props: StepProps) {
  return props.state.administrator === null ? (
    <NewAdministrator {...props} />
  ) : (
    <ReadyAdministrator {...props} {...props.state.administrator} />
  );
}

function ReadyAdministrator({ state, run, onBack, busy, error, parts, username }: StepProps & { username: string }) {
  const t = useWords(firstRunMessages);
  return (
    <StepFrame
      title={t("setup.step.administrator")}
      lead={t("setup.admin.lead")}
      error={error}
      busy={busy}
      onBack={onBack}
      onNext={() => run(async () => state)}
    >
      <output className={styles.note}>
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        {t("setup.admin.there", { username })}
      </output>
      {parts.isSignedIn ? parts.secondFactor : <p className={styles.dim}>{t("setup.admin.signedOut", { username })}</p>}
    </StepFrame>
  );
}

function NewAdministrator({ guide, run, onBack, onState, busy, error, parts }: StepProps) {
  const t = useWords(firstRunMessages);
  const { fields, field, check } = useFields<Field>(
    { first_name: "", last_name: "", username: "", email: "", extension: FIRST_EXTENSION, password: "" },
    (name, texts) => (isFault(name, texts[name]) ? t(wordOfFault(name, texts[name])) : undefined),
  );
  const submit = () => {
    if (!check()) return;
    run(async () => {
      const state = await guide.call(setUpAdministrator, { body: fields });
      guide.endToken();
      await parts.signIn({ username: fields.username.trim(), password: fields.password });
      onState(state);
      // The second factor is offered next.
      return undefined;
    });
  };
  return (
    <StepFrame
      title={t("setup.step.administrator")}
      lead={t("setup.admin.lead")}
      error={error}
      busy={busy}
      onBack={onBack}
      onNext={submit}
    >
      <div className={styles.pair}>
        <TextField label={t("setup.admin.first")} autoComplete="given-name" maxLength={64} {...field("first_name")} />
        <TextField label={t("setup.admin.last")} autoComplete="family-name" maxLength={64} {...field("last_name")} />
        <TextField label={t("setup.admin.email")} type="email" autoComplete="email" {...field("email")} />
        <TextField
          label={t("setup.admin.extension")}
          hint={t("setup.admin.extensionHint")}
          inputMode="numeric"
          maxLength={8}
          {...field("extension")}
        />
        <TextField
          label={t("setup.admin.username")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          {...field("username")}
        />
        <PasswordField
          label={t("setup.admin.password")}
          hint={t("setup.admin.passwordHint")}
          autoComplete="new-password"
          showLabel={t("setup.admin.show")}
          hideLabel={t("setup.admin.hide")}
          {...field("password")}
        />
      </div>
    </StepFrame>
  );
}

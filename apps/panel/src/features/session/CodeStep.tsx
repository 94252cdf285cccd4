import { Button, TextField } from "@callpanel/ui";
import { useLayoutEffect, useRef, useState } from "react";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import { sessionMessages } from "./session.messages.ts";
import type { CodeRequired } from "./loginForm.model.ts";
import styles from "./SignInForm.module.css";

export interface CodeStepProps {
  readonly required: CodeRequired;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
  /** Sends another code; absent if codes are not sent. */
  readonly onResend?: (() => void) | undefined;
}

/** SESSION-12: the second step of a sign-in. Browsers and mobile phones offer the code themselves. */
export function CodeStep({ required, busy, onCode, onBack, onResend }: CodeStepProps) {
  const t = useWords(sessionMessages);
  const words = useLocaleWords();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector<HTMLInputElement>("[name=otp_code]")?.focus();
  useLayoutEffect(focus, [required.challenge]);
  const hint = required.sentTo === null ? t("session.codeApp") : t("session.codeSent", { to: required.sentTo });
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(code.trim() === "");
        if (code.trim() === "") return focus();
        if (!busy) onCode(code.trim());
      }}
    >
      <TextField
        label={t("session.code")}
        name="otp_code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        value={code}
        hint={`${hint} ${t("session.codeBackup")}`}
        error={missing ? words.error("login.error.required") : undefined}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setMissing(false);
        }}
      />
      <Button type="submit" look="primary" wide busy={busy}>
        {t("session.codeSubmit")}
      </Button>
      {onResend ? (
        <Button look="quiet" wide disabled={busy} onClick={onResend}>
          {t("session.codeResend")}
        </Button>
      ) : null}
      <Button look="quiet" wide disabled={busy} onClick={onBack}>
        {t("session.codeBack")}
      </Button>
    </form>
  );
}

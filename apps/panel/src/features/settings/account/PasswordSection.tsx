import { changeUser, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "@callpanel/contract";
import { Button, PasswordField } from "@callpanel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ErrorLine } from "../parts/ErrorLine.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

const EMPTY = { current: "", next: "", again: "" };

/**
 * ACCOUNT-22 in the form: the new password twice. A change ends all other sessions and revokes the secrets of phones; the
 * phone of this panel gets a new one automatically (SECRET-16).
 */
export function PasswordSection() {
  const t = useWords(accountMessages);
  const words = useLocaleWords();
  const { api, viewer, notices } = usePanel();
  const [typed, setTyped] = useState(EMPTY);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      api.call(changeUser, {
        params: { id: viewer.user.id },
        body: { current_password: typed.current, new_password: typed.next, confirm_password: typed.again },
      }),
    onSuccess: () => {
      setTyped(EMPTY);
      notices.success(t("settings.account.passwordChanged"));
    },
  });
  const limits = { min: PASSWORD_MIN_CHARS, max: PASSWORD_MAX_CHARS };
  const short = typed.next.length < PASSWORD_MIN_CHARS;
  const differs = typed.again !== typed.next;
  const field = (name: keyof typeof EMPTY) => ({
    showLabel: t("settings.account.show"),
    hideLabel: t("settings.account.hide"),
    maxLength: PASSWORD_MAX_CHARS,
    value: typed[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      setTyped((before) => ({ ...before, [name]: currentTarget.value }));
      reset();
    },
  });
  return (
    <SettingsSection title={t("settings.account.password")} hint={t("settings.account.passwordHint")}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
      >
        <PasswordField {...field("current")} label={t("settings.account.current")} autoComplete="current-password" />
        <PasswordField
          {...field("next")}
          label={t("settings.account.new")}
          hint={t("settings.account.newHint", { min: PASSWORD_MIN_CHARS })}
          autoComplete="new-password"
          error={typed.next !== "" && short ? words.error("account.passwordLength", limits) : undefined}
        />
        <PasswordField
          {...field("again")}
          label={t("settings.account.confirm")}
          autoComplete="new-password"
          error={typed.again !== "" && differs ? words.error("account.passwordConfirm") : undefined}
        />
        {error ? <ErrorLine text={words.say(sayError(error, "account.save"))} /> : null}
        <div>
          <Button type="submit" look="primary" busy={isPending} disabled={typed.current === "" || short || differs}>
            {t("settings.account.changePassword")}
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}

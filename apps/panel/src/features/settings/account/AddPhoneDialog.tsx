import { addPhone, PASSWORD_MAX_CHARS, PHONE_LABEL_MAX_CHARS } from "@callpanel/contract";
import type { NewPhone } from "@callpanel/contract";
import { Button, Dialog, IconCopy, PasswordField, TextField } from "@callpanel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ErrorLine } from "../parts/ErrorLine.tsx";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

export interface AddPhoneDialogProps {
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** Asks for a name and the password, then shows the values for the phone, only once. */
export function AddPhoneDialog({ onAdded, onClose }: AddPhoneDialogProps) {
  const t = useWords(accountMessages);
  const words = useLocaleWords();
  const { api } = usePanel();
  const [label, setLabel] = useState("");
  const [password, setPassword] = useState("");
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: () => api.call(addPhone, { body: { label: label.trim(), current_password: password } }),
    onSuccess: onAdded,
  });
  const close = t("settings.otp.cancel");
  if (data !== undefined) return <NewPhoneDialog phone={data} onClose={onClose} />;
  return (
    <Dialog opened persistent="form" title={t("settings.phones.add")} closeLabel={close} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
      >
        <TextField
          label={t("settings.phones.label")}
          hint={t("settings.phones.labelHint")}
          maxLength={PHONE_LABEL_MAX_CHARS}
          value={label}
          onChange={({ currentTarget }) => {
            setLabel(currentTarget.value);
            reset();
          }}
        />
        <PasswordField
          label={t("settings.account.current")}
          showLabel={t("settings.account.show")}
          hideLabel={t("settings.account.hide")}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_CHARS}
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            reset();
          }}
        />
        {error ? <ErrorLine text={words.say(sayError(error, "phones.save"))} /> : null}
        <div className={styles.actions}>
          <Button type="submit" look="primary" busy={isPending} disabled={label.trim() === "" || password === ""}>
            {t("settings.phones.add")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function NewPhoneDialog({ phone, onClose }: { readonly phone: NewPhone; readonly onClose: () => void }) {
  const t = useWords(accountMessages);
  const done = t("settings.phones.done");
  const { username, server, realm, secret } = phone;
  return (
    <Dialog opened persistent title={t("settings.phones.newTitle")} closeLabel={done} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.line}>{t("settings.phones.newText")}</p>
        <Fact label={t("settings.phones.username")} value={username} />
        <Fact label={t("settings.phones.server")} value={server} />
        <Fact label={t("settings.phones.realm")} value={realm} />
        <Fact label={t("settings.phones.secret")} value={secret} />
        <div className={styles.actions}>
          <Button look="primary" onClick={onClose}>
            {done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** One of the values, with a copy button. */
function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useWords(accountMessages);
  const { copyText, notices } = usePanel();
  const copy = () =>
    void copyText(value).then(
      () => notices.success(t("settings.phones.copied", { label })),
      () => notices.error(t("settings.phones.copyFailed")),
    );
  return (
    <div className={styles.fact}>
      <TextField label={label} readOnly value={value} spellCheck={false} />
      <Button icon={IconCopy} aria-label={t("settings.phones.copyNamed", { label })} onClick={copy}>
        {t("settings.otp.copy")}
      </Button>
    </div>
  );
}

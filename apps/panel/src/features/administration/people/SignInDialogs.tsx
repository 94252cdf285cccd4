import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "@callpanel/contract";
import { Button, Dialog, LoadingBlock, PasswordField } from "@callpanel/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { accessChanges } from "./access.api.ts";
import { accessMessages } from "./access.messages.ts";
import { CopyField } from "./CopyField.tsx";
import { usePeopleChange } from "./usePeopleChange.ts";
import styles from "./Access.module.css";

interface OfPerson {
  readonly id: number;
  readonly onClose: () => void;
}

/** PEOPLE-4: makes the link when it opens, and shows where it went. */
export function InvitationDialog({ id, onClose }: OfPerson) {
  const t = useWords(accessMessages);
  const words = useLocaleWords();
  const { api } = usePanel();
  const client = useQueryClient();
  const { mutate, data, error } = useMutation({
    mutationFn: () => accessChanges.invite(api, id),
    onSettled: () => void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY }),
  });
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);
  return (
    <Dialog opened title={t("people.access.invitedTitle")} closeLabel={t("people.close")} onClose={onClose}>
      <div className={styles.form}>
        {error === null ? null : <p role="alert">{words.say(sayError(error, "administration.save"))}</p>}
        {data === undefined ? (
          error === null ? (
            <LoadingBlock height={120} />
          ) : null
        ) : (
          <>
            <p>
              {data.mailed_to === null
                ? t("people.access.notMailed")
                : t("people.access.mailed", { email: data.mailed_to })}
            </p>
            <CopyField label={t("people.access.link")} value={data.url} />
            <p className={styles.note}>{t("people.access.linkHint")}</p>
          </>
        )}
        <div className={styles.actions}>
          <Button look="primary" onClick={onClose}>
            {t("people.done")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** PEOPLE-5 */
export function PasswordDialog({ id, onClose }: OfPerson) {
  const t = useWords(accessMessages);
  const { busy, run } = usePeopleChange();
  const [password, setPassword] = useState("");
  const valid = password.length >= PASSWORD_MIN_CHARS;
  return (
    <Dialog
      opened
      persistent="form"
      title={t("people.access.setPassword")}
      closeLabel={t("people.close")}
      onClose={onClose}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (valid && !busy)
            run((api) => accessChanges.setPassword(api, id, password), t("people.access.passwordSet"), onClose);
        }}
      >
        <PasswordField
          data-autofocus
          label={t("people.access.newPassword")}
          hint={t("people.access.newPasswordHint")}
          showLabel={t("people.access.show")}
          hideLabel={t("people.access.hide")}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_CHARS}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{t("people.cancel")}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!valid}>
            {t("people.access.setPassword")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { listPhones, MOST_PHONES, removePhone } from "@callpanel/contract";
import type { OwnPhone } from "@callpanel/contract";
import { Button, ConfirmDialog } from "@callpanel/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { sayError } from "../../../shared/api/api.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ErrorLine } from "../parts/ErrorLine.tsx";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { useShowFailure } from "../rows.ts";
import { AddPhoneDialog } from "./AddPhoneDialog.tsx";
import { accountMessages } from "./account.messages.ts";
import styles from "./AccountPage.module.css";

const QUERY = ["own-phones"];

/** SECRET-15: desk phones and SIP apps, each with its own secret. */
export function PhonesSection() {
  const t = useWords(accountMessages);
  const words = useLocaleWords();
  const { api, notices } = usePanel();
  const queries = useQueryClient();
  const showFailure = useShowFailure();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<OwnPhone | null>(null);
  const { data, error } = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => api.call(listPhones, { signal }) });
  const reload = () => queries.invalidateQueries({ queryKey: QUERY });
  const remove = useMutation({
    mutationFn: ({ id }: OwnPhone) => api.call(removePhone, { params: { id } }),
    onSuccess: (_done, { label }) => notices.success(t("settings.phones.removed", { label })),
    onError: (failure) => showFailure(failure, "phones.save"),
    onSettled: reload,
  });
  const phones = data?.data ?? [];
  return (
    <SettingsSection title={t("settings.phones.title")} hint={t("settings.phones.hint")}>
      {error ? <ErrorLine text={words.say(sayError(error, "phones.load"))} /> : null}
      {data !== undefined && phones.length === 0 ? <p className={styles.line}>{t("settings.phones.none")}</p> : null}
      {phones.length === 0 ? null : (
        <ul className={styles.phones} aria-label={t("settings.phones.title")}>
          {phones.map((phone) => (
            <PhoneRow key={phone.id} phone={phone} onRemove={() => setRemoving(phone)} />
          ))}
        </ul>
      )}
      <div>
        <Button disabled={data === undefined || phones.length >= MOST_PHONES} onClick={() => setAdding(true)}>
          {t("settings.phones.add")}
        </Button>
      </div>
      {adding ? <AddPhoneDialog onAdded={() => void reload()} onClose={() => setAdding(false)} /> : null}
      {removing === null ? null : (
        <ConfirmDialog
          opened
          title={t("settings.phones.removeTitle", { label: removing.label })}
          text={t("settings.phones.removeText")}
          confirmLabel={t("settings.phones.remove")}
          cancelLabel={t("settings.otp.cancel")}
          closeLabel={t("settings.otp.cancel")}
          onConfirm={() => {
            setRemoving(null);
            remove.mutate(removing);
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </SettingsSection>
  );
}

function PhoneRow({ phone, onRemove }: { readonly phone: OwnPhone; readonly onRemove: () => void }) {
  const t = useWords(accountMessages);
  const { locale } = useLocaleWords();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const { label, created_at, last_used_at, user_agent } = phone;
  return (
    <li className={styles.phone}>
      <div className={styles.phoneText}>
        <strong>{label}</strong>
        <span>{t("settings.phones.added", { time: format.format(created_at) })}</span>
        <span>
          {last_used_at === null
            ? t("settings.phones.neverUsed")
            : t("settings.phones.lastUsed", { time: format.format(last_used_at) })}
        </span>
        {user_agent === "" ? null : <span>{user_agent}</span>}
      </div>
      <Button look="danger" aria-label={t("settings.phones.removeNamed", { label })} onClick={onRemove}>
        {t("settings.phones.remove")}
      </Button>
    </li>
  );
}

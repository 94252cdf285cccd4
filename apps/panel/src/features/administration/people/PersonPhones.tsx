import { isPhoneLabel, PHONE_LABEL_MAX_CHARS } from "@callpanel/contract";
import type { NewPhone, OwnPhone } from "@callpanel/contract";
import { Button, ConfirmDialog, Dialog, TextField } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { accessChanges, accessQuery } from "./access.api.ts";
import { accessMessages } from "./access.messages.ts";
import { Line } from "./AccessSection.tsx";
import type { AccessProps } from "./AccessSection.tsx";
import { CopyField } from "./CopyField.tsx";
import { usePeopleChange } from "./usePeopleChange.ts";
import styles from "./Access.module.css";

/** PEOPLE-5: desk phones and apps, each with its own secret. */
export function PersonPhones({ person, readOnly }: Omit<AccessProps, "name">) {
  const t = useWords(accessMessages);
  const { api } = usePanel();
  const { data } = useQuery(accessQuery(api, person.id));
  const { busy, run } = usePeopleChange();
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<OwnPhone | null>(null);
  const time = useTimeText();
  const phones = data?.phones ?? [];
  const add = (
    <Button onClick={() => setAdding(true)} disabled={person.state === "suspended"}>
      {t("people.phones.add")}
    </Button>
  );
  return (
    <Section title={t("people.phones")} actions={readOnly ? null : add}>
      {phones.length === 0 ? <p className={styles.note}>{t("people.phones.none")}</p> : null}
      <div className={styles.lines}>
        {phones.map((phone) => (
          <Line
            key={phone.id}
            title={phone.label}
            text={[
              phone.last_used_at === null
                ? t("people.phones.neverUsed")
                : t("people.phones.lastUsed", { time: time(phone.last_used_at) }),
              phone.address,
              phone.user_agent,
            ]
              .filter((one) => one !== "")
              .join(" · ")}
          >
            {readOnly ? null : (
              <Button
                aria-label={t("people.phones.revokeNamed", { label: phone.label })}
                onClick={() => setRevoking(phone)}
              >
                {t("people.phones.revoke")}
              </Button>
            )}
          </Line>
        ))}
      </div>
      {adding ? <NewPhoneDialog id={person.id} onClose={() => setAdding(false)} /> : null}
      <ConfirmDialog
        opened={revoking !== null}
        danger
        title={t("people.phones.revokeTitle", { label: revoking?.label ?? "" })}
        text={t("people.phones.revokeText")}
        confirmLabel={t("people.phones.revoke")}
        cancelLabel={t("people.cancel")}
        closeLabel={t("people.close")}
        busy={busy}
        onClose={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking === null) return;
          const { id, label } = revoking;
          run(
            (wire) => accessChanges.removePhone(wire, person.id, id),
            t("people.phones.revoked", { label }),
            () => setRevoking(null),
          );
        }}
      />
    </Section>
  );
}

function NewPhoneDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useWords(accessMessages);
  const { busy, run } = usePeopleChange();
  const [label, setLabel] = useState("");
  const [phone, setPhone] = useState<NewPhone | null>(null);
  if (phone !== null)
    return (
      <Dialog opened persistent title={t("people.phones.newTitle")} closeLabel={t("people.done")} onClose={onClose}>
        <div className={styles.form}>
          <p>{t("people.phones.newText")}</p>
          <CopyField label={t("people.phones.username")} value={phone.username} />
          <CopyField label={t("people.phones.server")} value={phone.server} />
          <CopyField label={t("people.phones.realm")} value={phone.realm} />
          <CopyField label={t("people.phones.secret")} value={phone.secret} />
          <div className={styles.actions}>
            <Button look="primary" onClick={onClose}>
              {t("people.done")}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog opened persistent="form" title={t("people.phones.add")} closeLabel={t("people.close")} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isPhoneLabel(label) && !busy) run((api) => accessChanges.addPhone(api, id, label.trim()), null, setPhone);
        }}
      >
        <TextField
          data-autofocus
          label={t("people.phones.label")}
          maxLength={PHONE_LABEL_MAX_CHARS}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>{t("people.cancel")}</Button>
          <Button type="submit" look="primary" busy={busy} disabled={!isPhoneLabel(label)}>
            {t("people.phones.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import {
  APPLICATION_NAME_MAX_CHARS,
  APPLICATION_REDIRECTS_MAX,
  areRedirects,
  isApplicationName,
} from "@callpanel/contract";
import type { AddedApplication } from "@callpanel/contract";
import { Button, Dialog, TextField } from "@callpanel/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useThingForm } from "../../../shared/form/useThingForm.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { codeAskedBy, givenProof, NO_PROOF, ProofFields } from "../backups/OwnerProof.tsx";
import { applicationChanges, redirectsOf } from "./applications.api.ts";
import { companyMessages } from "./company.messages.ts";
import { SecretOnce } from "./SecretOnce.tsx";
import page from "../parts/Page.module.css";
import styles from "./Applications.module.css";

const EMPTY = { values: { name: "", redirects: "", ...NO_PROOF }, version: "" };

interface Added extends AddedApplication {
  readonly name: string;
}

/** COMPANY-40: the form of a new application, then its secret, once. */
export function NewApplication({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(companyMessages);
  const [added, setAdded] = useState<Added | null>(null);
  return (
    <Dialog
      opened
      persistent={added === null ? "form" : true}
      title={added === null ? t("company.apps.new") : t("company.apps.addedTitle", { name: added.name })}
      closeLabel={t("company.apps.close")}
      onClose={onClose}
    >
      {added === null ? (
        <ApplicationForm onAdded={setAdded} onClose={onClose} />
      ) : (
        <SecretOnce shown={added} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ApplicationFormProps {
  readonly onAdded: (added: Added) => void;
  readonly onClose: () => void;
}

function ApplicationForm({ onAdded, onClose }: ApplicationFormProps) {
  const t = useWords(companyMessages);
  const words = useLocaleWords();
  const { api } = usePanel();
  const client = useQueryClient();
  const [sentTo, setSentTo] = useState<string | null>();
  const form = useThingForm({
    stored: EMPTY,
    checks: {
      name: ({ name }) => isApplicationName(name),
      redirects: ({ redirects }) => areRedirects(redirectsOf(redirects)),
      current_password: (values) => values.current_password !== "",
      code: ({ code }) => sentTo === undefined || code.trim() !== "",
    },
    faults: {
      name: t("company.apps.fault.name"),
      redirects: t("company.apps.fault.redirects", { limit: APPLICATION_REDIRECTS_MAX }),
    },
    save: async (values) => {
      const added = await applicationChanges.add(api, values, givenProof(values)).catch((failure: unknown) => {
        const asked = codeAskedBy(failure);
        if (asked !== undefined) setSentTo(asked);
        throw failure;
      });
      void client.invalidateQueries({ queryKey: ADMINISTRATION_KEY });
      onAdded({ ...added, name: values.name.trim() });
      return EMPTY;
    },
    reload: () => undefined,
    isSeen: true,
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.valid && !form.saving) form.save();
      }}
    >
      <TextField
        data-autofocus
        label={t("company.apps.name")}
        hint={t("company.apps.nameHint")}
        autoComplete="off"
        maxLength={APPLICATION_NAME_MAX_CHARS}
        value={form.value.name}
        error={form.faultOf("name")}
        onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
      />
      <TextField
        label={t("company.apps.redirects")}
        hint={t("company.apps.redirectsHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.value.redirects}
        error={form.faultOf("redirects")}
        onChange={({ currentTarget }) => form.change({ redirects: currentTarget.value })}
      />
      <p className={page.dim}>{t("company.apps.proof")}</p>
      <ProofFields value={form.value} sentTo={sentTo} faultOf={form.faultOf} onChange={form.change} />
      {form.error === null ? null : <p role="alert">{words.say(form.error)}</p>}
      <div className={styles.ends}>
        <Button onClick={onClose}>{t("company.apps.cancel")}</Button>
        <Button type="submit" look="primary" busy={form.saving} disabled={!form.valid}>
          {t("company.apps.create")}
        </Button>
      </div>
    </form>
  );
}

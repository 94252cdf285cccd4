import { PASSWORD_MAX_CHARS } from "@callpanel/contract";
import type { GivenProof } from "@callpanel/contract";
import { Button, Dialog, PasswordField, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { ApiError } from "../../../shared/api/api.ts";
import type { Api } from "../../../shared/api/api.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { backupsMessages } from "./backups.messages.ts";
import { useBackupChange } from "./useBackupChange.ts";
import styles from "./Backups.module.css";

export interface OwnerProofDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly look: "primary" | "danger";
  /** Further fields, above the password. */
  readonly fields?: ReactNode;
  /** Whether the further fields are filled in. */
  readonly isReady?: boolean;
  /** @returns where a code was sent, null for an app; undefined: it is done */
  readonly onSubmit: (api: Api, proof: GivenProof) => Promise<{ readonly sentTo: string | null } | undefined>;
  readonly onClose: () => void;
}

/** BACKUP-17: asks for the password, and then for a code where the person has a second factor. */
export function OwnerProofDialog({ title, ...form }: OwnerProofDialogProps) {
  const t = useWords(backupsMessages);
  return (
    <Dialog opened persistent="form" title={title} closeLabel={t("backup.close")} onClose={form.onClose}>
      <OwnerProofForm {...form} />
    </Dialog>
  );
}

/** The same in a dialog that shows something else afterwards. */
export function OwnerProofForm(props: Omit<OwnerProofDialogProps, "title">) {
  const { text, submit, look, fields, isReady = true, onSubmit, onClose } = props;
  const t = useWords(backupsMessages);
  const { busy, run } = useBackupChange();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  /** Undefined while no code is needed. */
  const [asked, setAsked] = useState<{ readonly sentTo: string | null }>();
  const isComplete = isReady && password !== "" && (asked === undefined || code.trim() !== "");
  const change = async (api: Api) => {
    const typedCode = asked === undefined ? {} : { code: code.trim() };
    setAsked(await onSubmit(api, { current_password: password, ...typedCode }));
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !busy) run({ fallback: "administration.save", change, done: null });
      }}
    >
      <p>{text}</p>
      {fields}
      <ProofFields
        value={{ current_password: password, code }}
        sentTo={asked?.sentTo}
        onChange={(patch) => {
          if (patch.current_password !== undefined) setPassword(patch.current_password);
          if (patch.code !== undefined) setCode(patch.code);
        }}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t("backup.cancel")}</Button>
        <Button type="submit" look={look} busy={busy} disabled={!isComplete}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** What is typed. */
export interface TypedProof {
  readonly current_password: string;
  readonly code: string;
}

export const NO_PROOF: TypedProof = { current_password: "", code: "" };

/** @returns what goes to the server */
export const givenProof = ({ current_password, code }: TypedProof): GivenProof => ({
  current_password,
  ...(code.trim() === "" ? {} : { code: code.trim() }),
});

/** Where a code was sent, null for an app; undefined: the failure is another one. */
export function codeAskedBy(failure: unknown): string | null | undefined {
  if (!(failure instanceof ApiError) || failure.fault.kind !== "answer" || failure.fault.code !== "otp.codeNeeded")
    return undefined;
  const sentTo = failure.fault.details["sent_to"];
  return typeof sentTo === "string" && sentTo !== "" ? sentTo : null;
}

interface ProofFieldsProps {
  readonly value: TypedProof;
  /** Where a code was sent, null for an app; undefined while no code is needed. */
  readonly sentTo: string | null | undefined;
  readonly faultOf?: (field: "current_password") => string | undefined;
  readonly onChange: (patch: Partial<TypedProof>) => void;
}

/** The password, and the code where one is needed. */
export function ProofFields({ value, sentTo, faultOf, onChange }: ProofFieldsProps) {
  const t = useWords(backupsMessages);
  return (
    <>
      <PasswordField
        // Mantine takes the first field of a dialog with this.
        data-autofocus
        label={t("backup.password")}
        showLabel={t("backup.showPassword")}
        hideLabel={t("backup.hidePassword")}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_CHARS}
        value={value.current_password}
        error={faultOf?.("current_password")}
        onChange={({ currentTarget }) => onChange({ current_password: currentTarget.value })}
      />
      {sentTo === undefined ? null : (
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog asks for next
          autoFocus
          label={t("backup.code")}
          hint={sentTo === null ? t("backup.codeOfApp") : t("backup.codeSent", { to: sentTo })}
          autoComplete="one-time-code"
          maxLength={20}
          value={value.code}
          onChange={({ currentTarget }) => onChange({ code: currentTarget.value })}
        />
      )}
    </>
  );
}

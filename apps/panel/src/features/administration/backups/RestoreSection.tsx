import { mayManageAll, PASSWORD_MAX_CHARS } from "@callpanel/contract";
import type { BackupState } from "@callpanel/contract";
import { Button, Dialog, PasswordField, Spinner, TextField } from "@callpanel/ui";
import { useState } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { CopyField } from "../people/CopyField.tsx";
import { backupChanges } from "./backups.api.ts";
import { backupsMessages } from "./backups.messages.ts";
import { useBackupChange } from "./useBackupChange.ts";
import styles from "./Backups.module.css";

/** COMPANY-22: what a prepared back-up would replace, and the switch to it; else how to restore into another folder. */
export function RestoreSection({ state }: { readonly state: BackupState }) {
  const t = useWords(backupsMessages);
  const { viewer } = usePanel();
  const { place, prepared, restarts, data } = state;
  const mayRestore = restarts && mayManageAll(viewer.rights);
  if (prepared !== null && mayRestore) return <Prepared state={state} prepared={prepared} />;
  return (
    <Section title={t("backup.restore")} hint={t(mayRestore ? "backup.restoreHere" : "backup.restoreText")}>
      <CopyField
        label={t("backup.restoreCommand")}
        value={`DATA_DIR=/srv/restored npm run callpanel -- backup restore ${place?.folder ?? "<folder>"} ${data[0]?.name ?? "<name>"}`}
      />
    </Section>
  );
}

interface PreparedProps {
  readonly state: BackupState;
  readonly prepared: NonNullable<BackupState["prepared"]>;
}

function Prepared({ state, prepared }: PreparedProps) {
  const t = useWords(backupsMessages);
  const time = useTimeText();
  const { locale } = useLocaleWords();
  const { busy, run } = useBackupChange();
  const [asks, setAsks] = useState(false);
  const [restarting, setRestarting] = useState(false);
  const number = new Intl.NumberFormat(locale);
  const at = time(prepared.taken_at);
  if (restarting)
    return (
      <Section title={t("backup.restoreTitle", { at })}>
        <output className={styles.progress}>
          <Spinner />
          {t("backup.restarting")}
        </output>
      </Section>
    );
  return (
    <Section title={t("backup.restoreTitle", { at })} hint={t("backup.preparedText")}>
      <table className={styles.table} aria-label={t("backup.preview")}>
        <thead>
          <tr>
            <th scope="col">{t("backup.kinds")}</th>
            <th scope="col">{t("backup.now")}</th>
            <th scope="col">{t("backup.inIt")}</th>
          </tr>
        </thead>
        <tbody>
          {prepared.counts.map((one) => (
            <tr key={one.kind} data-changed={one.now === one.restored ? undefined : ""}>
              <th scope="row">{t(`backup.kind.${one.kind}`)}</th>
              <td>{number.format(one.now)}</td>
              <td>{number.format(one.restored)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {prepared.has_key ? null : <p className={styles.dim}>{t("backup.needsKey")}</p>}
      <div className={styles.buttons}>
        <Button look="danger" disabled={state.running !== null} onClick={() => setAsks(true)}>
          {t("backup.restoreNow")}
        </Button>
        <Button
          busy={busy}
          disabled={state.running !== null}
          onClick={() => run({ fallback: "administration.save", change: (api) => backupChanges.drop(api), done: null })}
        >
          {t("backup.drop")}
        </Button>
      </div>
      {asks ? (
        <RestoreDialog
          name={prepared.name}
          at={at}
          company={state.company}
          onClose={() => setAsks(false)}
          onRestart={() => setRestarting(true)}
        />
      ) : null}
    </Section>
  );
}

interface RestoreDialogProps {
  readonly name: string;
  readonly at: string;
  readonly company: string;
  readonly onClose: () => void;
  readonly onRestart: () => void;
}

/** Confirmed by typing: nothing else on the page replaces everything. */
function RestoreDialog({ name, at, company, onClose, onRestart }: RestoreDialogProps) {
  const t = useWords(backupsMessages);
  const { busy, run } = useBackupChange();
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  /** BACKUP-17: undefined while no code is needed. */
  const [asked, setAsked] = useState<{ readonly sentTo: string | null }>();
  const isComplete = typed.trim() === company.trim() && password !== "" && (asked === undefined || code.trim() !== "");
  const restore = async (api: Api) => {
    const typedCode = asked === undefined ? {} : { code: code.trim() };
    const answer = await backupChanges.restore(api, name, { company: typed, current_password: password, ...typedCode });
    if (answer.state === "restarting") onRestart();
    else setAsked({ sentTo: answer.code_sent_to });
  };
  return (
    <Dialog opened persistent title={t("backup.restoreTitle", { at })} closeLabel={t("backup.close")} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !busy) run({ fallback: "administration.save", change: restore, done: null });
        }}
      >
        <p>{t("backup.restoreWarning")}</p>
        <TextField
          label={t("backup.typeCompany", { company })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <PasswordField
          label={t("backup.password")}
          showLabel={t("backup.showPassword")}
          hideLabel={t("backup.hidePassword")}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_CHARS}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        {asked === undefined ? null : (
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the dialog asks for next
            autoFocus
            label={t("backup.code")}
            hint={asked.sentTo === null ? t("backup.codeOfApp") : t("backup.codeSent", { to: asked.sentTo })}
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>{t("backup.cancel")}</Button>
          <Button type="submit" look="danger" busy={busy} disabled={!isComplete}>
            {t("backup.restoreNow")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { mayManageAll } from "@callpanel/contract";
import type { BackupState } from "@callpanel/contract";
import { Button, Spinner, TextField } from "@callpanel/ui";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { CopyField } from "../people/CopyField.tsx";
import { backupChanges } from "./backups.api.ts";
import { backupsMessages } from "./backups.messages.ts";
import { OwnerProofDialog } from "./OwnerProof.tsx";
import { useBackupChange } from "./useBackupChange.ts";
import page from "../parts/Page.module.css";
import styles from "./Backups.module.css";

/** COMPANY-22: what a prepared back-up would replace, and the switch to it; else how to restore into another folder. */
export function RestoreSection({ state }: { readonly state: BackupState }) {
  const t = useWords(backupsMessages);
  const { viewer } = usePanel();
  const { places, prepared, restarts, data } = state;
  const [latest] = data;
  const word = (latest?.place ?? places[0]?.kind) === "bucket" ? "bucket" : (places[0]?.label ?? "<folder>");
  const mayRestore = restarts && mayManageAll(viewer.rights);
  if (prepared !== null && mayRestore) return <Prepared state={state} prepared={prepared} />;
  return (
    <Section title={t("backup.restore")} hint={t(mayRestore ? "backup.restoreHere" : "backup.restoreText")}>
      <CopyField
        label={t("backup.restoreCommand")}
        value={`DATA_DIR=/srv/restored npm run callpanel -- backup restore ${word} ${latest?.name ?? "<name>"}`}
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
      {prepared.has_key ? null : <p className={page.dim}>{t("backup.needsKey")}</p>}
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
  const [typed, setTyped] = useState("");
  return (
    <OwnerProofDialog
      title={t("backup.restoreTitle", { at })}
      text={t("backup.restoreWarning")}
      submit={t("backup.restoreNow")}
      look="danger"
      fields={
        <TextField
          data-autofocus
          label={t("backup.typeCompany", { company })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      }
      isReady={typed.trim() === company.trim()}
      onSubmit={async (api, proof) => {
        const answer = await backupChanges.restore(api, name, { company: typed, ...proof });
        if (answer.state === "code") return { sentTo: answer.code_sent_to };
        onRestart();
        return undefined;
      }}
      onClose={onClose}
    />
  );
}

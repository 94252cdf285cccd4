import { mayManage, mayManageAll } from "@callpanel/contract";
import type { BackupState, ListedBackup } from "@callpanel/contract";
import { Button, IconArchive, IconDownload, IconHistory, LoadingBlock, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { FactRow, FactRows } from "../parts/FactRows.tsx";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { sizeText } from "../parts/sizeText.ts";
import { backupChanges, backupsQuery } from "./backups.api.ts";
import { backupsMessages } from "./backups.messages.ts";
import { OwnerProofDialog } from "./OwnerProof.tsx";
import { RestoreSection } from "./RestoreSection.tsx";
import { ReplacedSection } from "./ReplacedSection.tsx";
import { ScheduleSection } from "./ScheduleSection.tsx";
import { useBackupChange } from "./useBackupChange.ts";
import page from "../parts/Page.module.css";
import styles from "./Backups.module.css";

/** COMPANY-20: the back-ups of the server. */
export function BackupsScreen() {
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(backupsQuery(api));
  if (data !== undefined) return <Backups state={data} />;
  return error === null ? (
    <LoadingBlock height={320} />
  ) : (
    <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
  );
}

function Backups({ state }: { readonly state: BackupState }) {
  const t = useWords(backupsMessages);
  const { viewer } = usePanel();
  const { places, data } = state;
  const manages = mayManage(viewer.rights, "backup");
  if (places.length === 0)
    return <StatePanel icon={IconArchive} title={t("backup.noneTitle")} text={t("backup.noneText")} />;
  return (
    <div className={styles.page}>
      <ScheduleSection state={state} />
      <Section title={t("backup.list", { total: data.length })}>
        {places.map(({ kind, label, readable }) =>
          readable ? null : (
            <p key={kind} role="alert" className={styles.progress} data-failed="">
              {t(`backup.away.${kind}`, { label })}
            </p>
          ),
        )}
        {data.length === 0 ? (
          places.every(({ readable }) => readable) ? (
            <p className={page.dim}>{t("backup.empty")}</p>
          ) : null
        ) : (
          <FactRows label={t("backup.rows")}>
            {data.map((backup) => (
              <BackupRow key={`${backup.place} ${backup.name}`} backup={backup} state={state} manages={manages} />
            ))}
          </FactRows>
        )}
      </Section>
      <RestoreSection state={state} />
      <ReplacedSection replaced={state.replaced} />
    </div>
  );
}

interface BackupRowProps {
  readonly backup: ListedBackup;
  readonly state: BackupState;
  readonly manages: boolean;
}

function BackupRow({ backup, state, manages }: BackupRowProps) {
  const { name, place, facts } = backup;
  const t = useWords(backupsMessages);
  const words = useLocaleWords();
  const time = useTimeText();
  const { viewer } = usePanel();
  const { run } = useBackupChange();
  const size = (bytes: number) => sizeText(words.locale, bytes);
  const title = facts === null ? name : time(facts.taken_at);
  const [downloads, setDownloads] = useState(false);
  return (
    <FactRow
      name={title}
      about={
        facts === null
          ? [t("backup.unreadable")]
          : [
              t("backup.database", { size: size(facts.database_bytes) }),
              t("backup.sounds", { count: facts.sounds, size: size(facts.sounds_bytes) }),
              ...(facts.missing === 0 ? [] : [t("backup.missing", { count: facts.missing })]),
              ...(facts.by_hand ? [t("backup.byHand")] : []),
              ...(facts.has_key ? [t("backup.hasKey")] : []),
              ...(state.places.length > 1 ? [t(`backup.in.${place}`)] : []),
            ]
      }
    >
      {manages && facts !== null ? (
        <>
          <Button
            aria-label={t("backup.checkNamed", { name: title })}
            disabled={state.running !== null}
            onClick={() =>
              run({ fallback: "administration.save", change: (api) => backupChanges.check(api, backup), done: null })
            }
          >
            {t("backup.check")}
          </Button>
          {mayManageAll(viewer.rights) ? (
            <>
              <Button
                icon={IconDownload}
                aria-label={t("backup.downloadNamed", { name: title })}
                onClick={() => setDownloads(true)}
              >
                {t("backup.download")}
              </Button>
              {state.restarts ? (
                <Button
                  icon={IconHistory}
                  aria-label={t("backup.prepareNamed", { name: title })}
                  disabled={state.running !== null}
                  onClick={() =>
                    run({
                      fallback: "administration.save",
                      change: (api) => backupChanges.prepare(api, backup),
                      done: null,
                    })
                  }
                >
                  {t("backup.prepare")}
                </Button>
              ) : null}
            </>
          ) : null}
        </>
      ) : null}
      {downloads ? <DownloadDialog backup={backup} at={title} onClose={() => setDownloads(false)} /> : null}
    </FactRow>
  );
}

interface DownloadDialogProps {
  readonly backup: ListedBackup;
  readonly at: string;
  readonly onClose: () => void;
}

/** COMPANY-21: the file has the secrets of everybody in it. */
function DownloadDialog({ backup, at, onClose }: DownloadDialogProps) {
  const t = useWords(backupsMessages);
  const { saveUrl } = usePanel();
  return (
    <OwnerProofDialog
      title={t("backup.downloadTitle", { at })}
      text={t("backup.downloadWarning")}
      submit={t("backup.download")}
      look="primary"
      onSubmit={async (api, proof) => {
        const { url, code_sent_to: sentTo } = await backupChanges.orderDownload(api, backup, proof);
        if (url === null) return { sentTo };
        saveUrl(url, `callpanel-${backup.name}.zip`);
        onClose();
        return undefined;
      }}
      onClose={onClose}
    />
  );
}

import { mayManage, mayManageAll } from "@callpanel/contract";
import type { BackupState, ListedBackup } from "@callpanel/contract";
import { Button, IconArchive, IconDownload, IconHistory, LoadingBlock, Spinner, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { useTimeText } from "../parts/useTimeText.ts";
import { sizeText } from "../parts/sizeText.ts";
import { backupChanges, backupsQuery } from "./backups.api.ts";
import { backupsMessages } from "./backups.messages.ts";
import { RestoreSection } from "./RestoreSection.tsx";
import { useBackupChange } from "./useBackupChange.ts";
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
  const { place, data } = state;
  const manages = mayManage(viewer.rights, "backup");
  const { busy, run } = useBackupChange();
  if (place === null)
    return <StatePanel icon={IconArchive} title={t("backup.noneTitle")} text={t("backup.noneText")} />;
  return (
    <div className={styles.page}>
      <Section
        title={t("backup.nightly")}
        hint={t("backup.nightlyText", { time: place.time, keep: place.keep, folder: place.folder })}
        actions={
          manages ? (
            <Button
              look="primary"
              icon={IconArchive}
              busy={busy}
              disabled={state.running !== null}
              onClick={() =>
                run({ fallback: "administration.save", change: (api) => backupChanges.take(api), done: null })
              }
            >
              {t("backup.take")}
            </Button>
          ) : null
        }
      >
        <Progress state={state} />
      </Section>
      <Section title={t("backup.list", { total: data.length })}>
        {data.length === 0 ? (
          <p className={styles.dim}>{t("backup.empty")}</p>
        ) : (
          <ul className={styles.rows} aria-label={t("backup.rows")}>
            {data.map((backup) => (
              <BackupRow key={backup.name} backup={backup} state={state} manages={manages} />
            ))}
          </ul>
        )}
      </Section>
      <RestoreSection state={state} />
    </div>
  );
}

/** What is being done, or how the last one ended. */
function Progress({ state: { running, last } }: { readonly state: BackupState }) {
  const t = useWords(backupsMessages);
  const time = useTimeText();
  if (running !== null)
    return (
      <output className={styles.progress}>
        <Spinner />
        {t(`backup.running.${running.act}`, { since: time(running.since) })}
      </output>
    );
  if (last === null) return <p className={styles.dim}>{t("backup.idle")}</p>;
  return (
    <output className={styles.progress} data-failed={last.failed ? "" : undefined}>
      {t(last.failed ? `backup.failed.${last.act}` : `backup.done.${last.act}`, { at: time(last.at) })}
      {/* What was prepared is shown below, as a table. */}
      {last.act === "prepare" && !last.failed ? null : <span className={styles.said}>{last.said}</span>}
    </output>
  );
}

interface BackupRowProps {
  readonly backup: ListedBackup;
  readonly state: BackupState;
  readonly manages: boolean;
}

function BackupRow({ backup: { name, facts }, state, manages }: BackupRowProps) {
  const t = useWords(backupsMessages);
  const words = useLocaleWords();
  const time = useTimeText();
  const { saveUrl, viewer } = usePanel();
  const { busy, run } = useBackupChange();
  const size = (bytes: number) => sizeText(words.locale, bytes);
  const title = facts === null ? name : time(facts.taken_at);
  const download = () =>
    run({
      fallback: "administration.load",
      change: async (api) => saveUrl((await backupChanges.orderDownload(api, name)).url, `callpanel-${name}.zip`),
      done: null,
    });
  return (
    <li className={styles.row} aria-label={title}>
      <span className={styles.what}>
        <span className={styles.title}>{title}</span>
        <span className={styles.dim}>
          {facts === null
            ? t("backup.unreadable")
            : [
                t("backup.database", { size: size(facts.database_bytes) }),
                t("backup.sounds", { count: facts.sounds, size: size(facts.sounds_bytes) }),
                ...(facts.missing === 0 ? [] : [t("backup.missing", { count: facts.missing })]),
                ...(facts.has_key ? [t("backup.hasKey")] : []),
              ].join(" · ")}
        </span>
      </span>
      {manages && facts !== null ? (
        <span className={styles.buttons}>
          <Button
            aria-label={t("backup.checkNamed", { name: title })}
            disabled={state.running !== null}
            onClick={() =>
              run({ fallback: "administration.save", change: (api) => backupChanges.check(api, name), done: null })
            }
          >
            {t("backup.check")}
          </Button>
          {mayManageAll(viewer.rights) ? (
            <>
              <Button
                icon={IconDownload}
                aria-label={t("backup.downloadNamed", { name: title })}
                busy={busy}
                onClick={download}
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
                      change: (api) => backupChanges.prepare(api, name),
                      done: null,
                    })
                  }
                >
                  {t("backup.prepare")}
                </Button>
              ) : null}
            </>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

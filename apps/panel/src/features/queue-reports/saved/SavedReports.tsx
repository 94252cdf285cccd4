import type { SavedQueueReport } from "@callpanel/contract";
import { Button, ConfirmDialog, Dialog, IconMailForward, IconPlus, Skeleton } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { useChange } from "../../../shared/api/useChange.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import type { ReportFilter } from "../filter/filter.model.ts";
import { queueReportsMessages } from "../queue-reports.messages.ts";
import { useReportDate } from "../table/useReportDate.ts";
import { removeReport, SAVED_KEY, savedQuery } from "./saved.api.ts";
import { SavedReportForm } from "./SavedReportForm.tsx";
import { useScheduleWords } from "./useScheduleWords.ts";
import styles from "./SavedReports.module.css";

/** What the dialog shows: the list, a new report with the filter of the page, or one that is changed. */
type Shown = { readonly kind: "list" } | { readonly kind: "form"; readonly report: SavedQueueReport | null };

/** RPT-12: the reports that the person has sent by mail. */
export function SavedReports({ filter }: { readonly filter: ReportFilter }) {
  const t = useWords(queueReportsMessages);
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState<Shown>({ kind: "list" });
  const toList = () => setShown({ kind: "list" });
  return (
    <>
      <Button icon={IconMailForward} onClick={() => (toList(), setOpened(true))}>
        {t("queueReports.saved")}
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t("queueReports.saved")}
        closeLabel={t("queueReports.saved.close")}
        width={560}
        persistent={shown.kind === "form" ? "form" : false}
      >
        {shown.kind === "list" ? (
          <SavedList onOpen={(report) => setShown({ kind: "form", report })} />
        ) : (
          <SavedReportForm report={shown.report} filter={filter} onDone={toList} />
        )}
      </Dialog>
    </>
  );
}

interface SavedListProps {
  readonly onOpen: (report: SavedQueueReport | null) => void;
}

function SavedList({ onOpen }: SavedListProps) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  const client = useQueryClient();
  const query = useQuery(savedQuery(api));
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: SAVED_KEY }));
  const [removed, setRemoved] = useState<SavedQueueReport | null>(null);
  if (query.isError)
    return <LoadFailed error={query.error} fallback="queueReports.saved.load" onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={120} />;
  return (
    <div className={styles.list}>
      {query.data.length === 0 ? <p className={styles.none}>{t("queueReports.saved.none")}</p> : null}
      <ul className={styles.rows} aria-label={t("queueReports.saved")}>
        {query.data.map((report) => (
          <SavedRow key={report.id} report={report} onOpen={() => onOpen(report)} onRemove={() => setRemoved(report)} />
        ))}
      </ul>
      <Button look="primary" icon={IconPlus} onClick={() => onOpen(null)}>
        {t("queueReports.saved.new")}
      </Button>
      <ConfirmDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={t("queueReports.saved.removeTitle")}
        text={t("queueReports.saved.removeText", { name: removed?.name ?? "" })}
        confirmLabel={t("queueReports.saved.remove")}
        cancelLabel={t("queueReports.saved.cancel")}
        closeLabel={t("queueReports.saved.cancel")}
        danger
        busy={busy}
        onConfirm={() => {
          if (removed === null) return;
          run({
            fallback: "queueReports.saved.remove",
            change: (one) => removeReport(one, removed.id),
            done: () => t("queueReports.saved.removed", { name: removed.name }),
            after: () => setRemoved(null),
          });
        }}
      />
    </div>
  );
}

interface SavedRowProps {
  readonly report: SavedQueueReport;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function SavedRow({ report, onOpen, onRemove }: SavedRowProps) {
  const t = useWords(queueReportsMessages);
  const schedule = useScheduleWords();
  const { hour } = useReportDate();
  const { name, type, recipients, next_at } = report;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.facts}>
          {t(`queueReports.type.${type}`)}, {schedule(report)}
        </span>
        <span className={styles.facts}>
          {t("queueReports.saved.to", { names: recipients.map((one) => one.name).join(", ") })}
        </span>
        <span className={styles.facts}>{t("queueReports.saved.next", { date: hour(next_at) })}</span>
      </div>
      <Button onClick={onOpen} aria-label={t("queueReports.saved.changeOne", { name })}>
        {t("queueReports.saved.change")}
      </Button>
      <Button onClick={onRemove} aria-label={t("queueReports.saved.removeOne", { name })}>
        {t("queueReports.saved.remove")}
      </Button>
    </li>
  );
}

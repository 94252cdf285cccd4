import { Button, IconDownload, IconPrinter, Skeleton } from "@callpanel/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { sayError } from "../../shared/api/api.ts";
import { LoadFailed } from "../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../shared/words/useWords.ts";
import type { ReportFilter } from "./filter/filter.model.ts";
import { fileOf } from "./queue-reports.api.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { SavedReports } from "./saved/SavedReports.tsx";
import { useReportDate } from "./table/useReportDate.ts";
import styles from "./ReportFrame.module.css";

export interface ReportFrameProps<Report> {
  readonly filter: ReportFilter;
  readonly query: Pick<UseQueryResult<Report>, "data" | "isError" | "error" | "refetch">;
  /** How much there is, in words. */
  readonly count: (report: Report) => string;
  readonly isEmpty: (report: Report) => boolean;
  readonly empty: ReactNode;
  readonly children: (report: Report) => ReactNode;
}

/** Heights of what a report has while it is loaded, px. */
const SHAPES = [200, 300];

/** A report with its title, its count and its file; or why there is none. */
export function ReportFrame<Report>(props: ReportFrameProps<Report>) {
  const t = useWords(queueReportsMessages);
  const { filter, query, count, isEmpty, empty, children } = props;
  const { data } = query;
  // A report that failed to load again is no longer the one that was asked for.
  if (query.isError)
    return <LoadFailed error={query.error} fallback="queueReports.load" onRetry={() => void query.refetch()} />;
  if (data === undefined)
    return (
      <output className={styles.loading} aria-busy="true" aria-label={t("queueReports.loading")}>
        {SHAPES.map((height) => (
          <Skeleton key={height} height={height} />
        ))}
      </output>
    );
  return (
    <div className={styles.report}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t(`queueReports.type.${filter.type}`)}</h2>
        <ReportDays filter={filter} />
        <output className={styles.count}>{isEmpty(data) ? "" : count(data)}</output>
        <span className={styles.tools}>
          <SavedReports filter={filter} />
          <Button icon={IconPrinter} disabled={isEmpty(data)} onClick={() => window.print()}>
            {t("queueReports.print")}
          </Button>
          <DownloadButton filter={filter} disabled={isEmpty(data)} />
        </span>
      </header>
      {isEmpty(data) ? empty : children(data)}
    </div>
  );
}

function ReportDays({ filter: { start, end, zone } }: { readonly filter: ReportFilter }) {
  const { day } = useReportDate();
  return (
    <p className={styles.days}>
      {start === end ? day(start) : `${day(start)} – ${day(end)}`}, {zone.replaceAll("_", " ")}
    </p>
  );
}

/** RPT-9: all that the filter has, on all pages. */
function DownloadButton({ filter, disabled }: { readonly filter: ReportFilter; readonly disabled: boolean }) {
  const t = useWords(queueReportsMessages);
  const words = useLocaleWords();
  const { download, saveFile, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const carryOut = async () => {
    setBusy(true);
    try {
      const { file, name } = await fileOf(download, filter);
      saveFile(file, name);
    } catch (error) {
      notices.error(words.say(sayError(error, "queueReports.export")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={IconDownload} busy={busy} disabled={disabled} onClick={() => void carryOut()}>
      {t("queueReports.download")}
    </Button>
  );
}

import type { PanelErrorCode } from "@callpanel/contract";
import { Button, IconDownload, IconPrinter, Skeleton } from "@callpanel/ui";
import type { ButtonProps } from "@callpanel/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { sayError } from "../../shared/api/api.ts";
import { LoadFailed } from "../../shared/api/LoadFailed.tsx";
import { useFormats } from "../../shared/formats/useFormats.ts";
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
  /** Resolves when it is printed. */
  readonly onPrint: () => Promise<void>;
  readonly children: (report: Report) => ReactNode;
}

/** Heights of what a report has while it is loaded, px. */
const SHAPES = [200, 300];

/** A report with its title, its count and its file; or why there is none. */
export function ReportFrame<Report>(props: ReportFrameProps<Report>) {
  const t = useWords(queueReportsMessages);
  const { filter, query, count, isEmpty, empty, onPrint, children } = props;
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
          <BusyButton icon={IconPrinter} disabled={isEmpty(data)} failure="queueReports.load" onPress={onPrint}>
            {t("queueReports.print")}
          </BusyButton>
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
  const { download, saveFile } = usePanel();
  const save = async () => {
    const { file, name } = await fileOf(download, filter);
    saveFile(file, name);
  };
  return (
    <BusyButton icon={IconDownload} disabled={disabled} failure="queueReports.export" onPress={save}>
      {t("queueReports.download")}
    </BusyButton>
  );
}

interface BusyButtonProps extends Pick<ButtonProps, "icon" | "disabled" | "children"> {
  /** Said if it fails. */
  readonly failure: PanelErrorCode;
  readonly onPress: () => Promise<void>;
}

function BusyButton({ failure, onPress, ...rest }: BusyButtonProps) {
  const words = useLocaleWords();
  const { notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const carryOut = async () => {
    setBusy(true);
    try {
      await onPress();
    } catch (error) {
      notices.error(words.say(sayError(error, failure)));
    } finally {
      setBusy(false);
    }
  };
  return <Button {...rest} busy={busy} onClick={() => void carryOut()} />;
}

/** On paper: that there are more rows than are printed. */
export function PrintedPart({ printed, total }: { readonly printed: number; readonly total: number }) {
  const t = useWords(queueReportsMessages);
  const { number } = useFormats();
  if (printed >= total) return null;
  return (
    <p className={styles.count}>{t("queueReports.printed", { printed: number(printed), total: number(total) })}</p>
  );
}

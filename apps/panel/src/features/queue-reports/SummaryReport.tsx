import type { QueueSummaryRow } from "@callpanel/contract";
import { IconChartBar, Pager, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { listMessages } from "../../shared/list/list.messages.ts";
import { pageCountOf } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { SummaryCharts } from "./charts/SummaryCharts.tsx";
import type { ReportFilter } from "./filter/filter.model.ts";
import { summaryQuery } from "./queue-reports.api.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { PrintedPart, ReportFrame } from "./ReportFrame.tsx";
import { ReportTable } from "./table/ReportTable.tsx";
import type { ReportColumn } from "./table/ReportTable.tsx";
import { useFigures } from "./table/useFigures.ts";
import { useReportDate } from "./table/useReportDate.ts";
import { PRINTED_ROWS, usePrint } from "./usePrint.ts";

const ROWS_ON_PAGE = 100;

/** RPT-4: what happened in queues on each day, or in each hour. */
export function SummaryReport({ filter }: { readonly filter: ReportFilter }) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  const formats = useFormats();
  const query = useQuery(summaryQuery(api, filter));
  const [page, setPage] = useState(0);
  const { printed, print } = usePrint(async () => query.data?.data.slice(0, PRINTED_ROWS) ?? []);
  return (
    <ReportFrame
      onPrint={print}
      filter={filter}
      query={query}
      count={({ data }) => t("queueReports.rows", { count: data.length, total: formats.number(data.length) })}
      isEmpty={({ data }) => data.length === 0}
      empty={<StatePanel icon={IconChartBar} title={t("queueReports.emptyTitle")} text={t("queueReports.emptyText")} />}
    >
      {(report) => (
        <>
          <SummaryCharts filter={filter} rows={report.data} />
          <SummaryTable
            filter={filter}
            rows={printed ?? report.data.slice(page * ROWS_ON_PAGE, (page + 1) * ROWS_ON_PAGE)}
            totals={report.totals}
          />
          {printed === null ? (
            <Pages page={page} total={report.data.length} onPage={setPage} />
          ) : (
            <PrintedPart printed={printed.length} total={report.data.length} />
          )}
        </>
      )}
    </ReportFrame>
  );
}

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

export function Pages({ page, total, onPage }: PagesProps) {
  const t = useWords(queueReportsMessages);
  const list = useWords(listMessages);
  const formats = useFormats();
  const first = page * ROWS_ON_PAGE + 1;
  const range = {
    first: formats.number(first),
    last: formats.number(Math.min(total, first + ROWS_ON_PAGE - 1)),
    total: formats.number(total),
  };
  return (
    <Pager
      label={t("queueReports.pages")}
      previousLabel={list("list.previous")}
      nextLabel={list("list.next")}
      range={list("list.range", range)}
      page={page}
      pageCount={pageCountOf(total, ROWS_ON_PAGE)}
      onPage={onPage}
    />
  );
}

type Figures = Omit<QueueSummaryRow, "queue" | "queue_name" | "date">;

interface SummaryTableProps {
  readonly filter: ReportFilter;
  readonly rows: readonly QueueSummaryRow[];
  readonly totals: Figures;
}

function SummaryTable({ filter, rows, totals }: SummaryTableProps) {
  const t = useWords(queueReportsMessages);
  const { count, duration, percent } = useFigures();
  const date = useReportDate();
  const figure = (name: string, read: (figures: Figures) => string): ReportColumn<QueueSummaryRow> => ({
    name,
    figure: true,
    cell: read,
    total: read(totals),
  });
  const columns: readonly ReportColumn<QueueSummaryRow>[] = [
    { name: t("queueReports.column.queue"), cell: (row) => <bdi>{row.queue_name}</bdi> },
    {
      name: t(filter.hourly ? "queueReports.column.hour" : "queueReports.column.date"),
      cell: (row) => <time dateTime={row.date}>{filter.hourly ? date.hour(row.date) : date.day(row.date)}</time>,
    },
    figure(t("queueReports.column.calls"), ({ calls }) => count(calls)),
    figure(t("queueReports.column.answered"), ({ answered }) => count(answered)),
    figure(t("queueReports.column.abandon"), ({ abandon }) => count(abandon)),
    figure(t("queueReports.column.timeout"), ({ timeout }) => count(timeout)),
    figure(t("queueReports.column.exit"), ({ exit }) => count(exit)),
    ...(totals.in_queue === 0 ? [] : [figure(t("queueReports.column.inQueue"), (row) => count(row.in_queue))]),
    figure(t("queueReports.column.level"), (row) => percent(row.service_level)),
    figure(t("queueReports.column.avgHold"), (row) => duration(row.avg_hold)),
    figure(t("queueReports.column.avgTalk"), (row) => duration(row.avg_talk)),
    figure(t("queueReports.column.maxTalk"), (row) => duration(row.max_talk)),
    figure(t("queueReports.column.total"), ({ total }) => duration(total)),
  ];
  return <ReportTable columns={columns} rows={rows} keyOf={({ queue, date: at }) => `${queue} ${at}`} hasTotals />;
}

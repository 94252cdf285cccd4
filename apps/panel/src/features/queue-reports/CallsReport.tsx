import { PAGE_SIZE } from "@callpanel/contract";
import type { QueueCall } from "@callpanel/contract";
import { IconChartBar, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useFormats } from "../../shared/formats/useFormats.ts";
import { usePagedList } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { ReportFilter } from "./filter/filter.model.ts";
import { callsQuery, firstCalls } from "./queue-reports.api.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { PrintedPart, ReportFrame } from "./ReportFrame.tsx";
import { Pages } from "./SummaryReport.tsx";
import { ReportTable } from "./table/ReportTable.tsx";
import type { ReportColumn } from "./table/ReportTable.tsx";
import { useFigures } from "./table/useFigures.ts";
import { useReportDate } from "./table/useReportDate.ts";
import { PRINTED_ROWS, usePrint } from "./usePrint.ts";
import styles from "./CallsReport.module.css";

export interface CallsReportProps {
  readonly filter: ReportFilter;
  readonly openId: string | null;
  readonly onOpen: (callId: string) => void;
}

/** RPT-5: the calls of queues, 100 on a page, the latest first. */
export function CallsReport({ filter, openId, onOpen }: CallsReportProps) {
  const t = useWords(queueReportsMessages);
  const { api } = usePanel();
  const formats = useFormats();
  const [page, setPage] = useState(0);
  const query = useQuery(callsQuery(api, filter, page));
  const turnTo = useCallback((next: number) => setPage(next), []);
  usePagedList({ query, page, pageSize: PAGE_SIZE.reportCallDetails, turnTo });
  const { printed, print } = usePrint(() => firstCalls(api, filter, PRINTED_ROWS));
  return (
    <ReportFrame
      onPrint={print}
      filter={filter}
      query={query}
      count={({ total }) => t("queueReports.calls", { count: total, total: formats.number(total) })}
      isEmpty={({ total }) => total === 0}
      empty={<StatePanel icon={IconChartBar} title={t("queueReports.emptyTitle")} text={t("queueReports.emptyText")} />}
    >
      {({ total, data }) => (
        <>
          <CallsTable calls={printed ?? data} stale={query.isPlaceholderData} openId={openId} onOpen={onOpen} />
          {printed === null ? (
            <Pages page={page} total={total} onPage={setPage} />
          ) : (
            <PrintedPart printed={printed.length} total={total} />
          )}
        </>
      )}
    </ReportFrame>
  );
}

/** The id of the button in a row; a call may have several stays in queues. */
export const rowIdOf = ({ callid, date }: Pick<QueueCall, "callid" | "date">): string => `queue-call-${callid}-${date}`;

interface CallsTableProps extends Omit<CallsReportProps, "filter"> {
  readonly calls: readonly QueueCall[];
  readonly stale: boolean;
}

function CallsTable({ calls, stale, openId, onOpen }: CallsTableProps) {
  const t = useWords(queueReportsMessages);
  const write = useNumberText(usePanel().viewer);
  const { count, duration } = useFigures();
  const date = useReportDate();
  const callerOf = ({ name, number }: QueueCall): string => name || write(number) || t("queueReports.unknownCaller");
  const columns: readonly ReportColumn<QueueCall>[] = [
    {
      name: t("queueReports.column.date"),
      cell: (call) => (
        <button
          type="button"
          id={rowIdOf(call)}
          className={styles.open}
          aria-label={t("queueReports.open", { caller: callerOf(call), date: date.hour(call.date) })}
          aria-current={call.callid === openId ? "true" : undefined}
          onClick={() => onOpen(call.callid)}
        >
          <time dateTime={call.date}>{date.hour(call.date)}</time>
        </button>
      ),
    },
    { name: t("queueReports.column.queue"), cell: (call) => <bdi>{call.queue_name}</bdi> },
    {
      name: t("queueReports.column.caller"),
      cell: (call) => (
        <>
          <bdi>{callerOf(call)}</bdi>
          {call.name === "" ? null : <bdi className={styles.number}>{write(call.number)}</bdi>}
        </>
      ),
    },
    {
      name: t("queueReports.column.status"),
      cell: ({ status, callback }) => (
        <>
          {t(`queueReports.status.${status}`)}{" "}
          {callback ? <span className={styles.callback}>{t("queueReports.callback")}</span> : null}
        </>
      ),
    },
    { name: t("queueReports.column.agent"), cell: (call) => <bdi>{call.agent_name}</bdi> },
    { name: t("queueReports.column.position"), figure: true, cell: ({ position }) => count(position) },
    { name: t("queueReports.column.wait"), figure: true, cell: ({ wait }) => duration(wait) },
    { name: t("queueReports.column.talk"), figure: true, cell: ({ talk }) => duration(talk) },
  ];
  const open = calls.find(({ callid }) => callid === openId);
  return (
    <ReportTable
      columns={columns}
      rows={calls}
      keyOf={rowIdOf}
      hasTotals={false}
      stale={stale}
      openKey={open === undefined ? null : rowIdOf(open)}
    />
  );
}

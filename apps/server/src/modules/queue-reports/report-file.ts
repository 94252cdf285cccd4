import type { AgentSummaryRow, QueueCall, QueueSummaryRow } from "@callpanel/contract";
import { yieldLoop } from "../../kernel/concurrency/yield-loop.ts";
import { csvRecord, CSV_START } from "../../kernel/files/csv-text.ts";
import type { AgentFilter, QueueReports, ReportFilter, ReportReader } from "./queue-reports.service.ts";

/** What a column of a file has for a row. */
type Columns<Row> = ReadonlyArray<readonly [name: string, cell: (row: Row) => string | number | null]>;

const SUMMARY: Columns<QueueSummaryRow> = [
  ["queue", (row) => row.queue],
  ["queue_name", (row) => row.queue_name],
  ["date", (row) => row.date],
  ["calls", (row) => row.calls],
  ["answered", (row) => row.answered],
  ["abandon", (row) => row.abandon],
  ["timeout", (row) => row.timeout],
  ["exit", (row) => row.exit],
  ["in_queue", (row) => row.in_queue],
  ["avg_hold", (row) => row.avg_hold],
  ["avg_talk", (row) => row.avg_talk],
  ["max_talk", (row) => row.max_talk],
  ["total", (row) => row.total],
];

const CALLS: Columns<QueueCall> = [
  ["date", (row) => row.date],
  ["callid", (row) => row.callid],
  ["queue", (row) => row.queue],
  ["queue_name", (row) => row.queue_name],
  ["number", (row) => row.number],
  ["name", (row) => row.name],
  ["position", (row) => row.position],
  ["status", (row) => row.status],
  ["agent", (row) => row.agent],
  ["agent_name", (row) => row.agent_name],
  ["wait", (row) => row.wait],
  ["talk", (row) => row.talk],
  ["callback", (row) => (row.callback ? "yes" : "")],
];

const AGENTS: Columns<AgentSummaryRow> = [
  ["agent", (row) => row.agent],
  ["agent_name", (row) => row.agent_name],
  ["answered", (row) => row.answered],
  ["missed", (row) => row.missed],
  ["rejected", (row) => row.rejected],
  ["talk", (row) => row.talk],
  ["avg_hold", (row) => row.avg_hold],
  ["wrap_up", (row) => row.wrap_up],
  ["paused", (row) => row.paused],
  ["pauses", ({ pauses }) => pauses.map(({ cause, seconds }) => `${cause || "none"} ${seconds}`).join("; ")],
  ["logged_in", (row) => row.logged_in],
  ["occupancy", (row) => row.occupancy],
];

/** A report as a CSV file; `name` is that of the file. */
export interface ReportFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

type Dates = Pick<ReportFilter, "start_date" | "end_date">;
const nameOf = (kind: string, { start_date, end_date }: Dates): string => `${kind}-${start_date}-${end_date}.csv`;

/** QREP-11: the reports as files, with the filter and the rights of the pages. */
export const reportFiles = (reports: QueueReports) => ({
  summary: async (reader: ReportReader, filter: ReportFilter & { readonly hourly: boolean }): Promise<ReportFile> => ({
    name: nameOf(filter.hourly ? "queue-summary-hourly" : "queue-summary", filter),
    text: recordsOf(SUMMARY, (await reports.summary(reader, filter)).data),
  }),
  calls: async (reader: ReportReader, filter: AgentFilter): Promise<ReportFile> => ({
    name: nameOf("queue-calls", filter),
    text: pagesOf(CALLS, await reports.allCalls(reader, filter)),
  }),
  agents: async (reader: ReportReader, filter: AgentFilter): Promise<ReportFile> => ({
    name: nameOf("queue-agents", filter),
    text: recordsOf(AGENTS, (await reports.agents(reader, filter)).data),
  }),
});

const ROWS_AT_ONCE = 1_000;

async function* recordsOf<Row>(columns: Columns<Row>, rows: readonly Row[]): AsyncGenerator<string> {
  const pages = [];
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) pages.push(rows.slice(first, first + ROWS_AT_ONCE));
  yield* pagesOf(columns, pages);
}

async function* pagesOf<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield CSV_START + csvRecord(columns.map(([name]) => name));
  for await (const page of pages) {
    yield page.map((row) => csvRecord(columns.map(([, cell]) => String(cell(row) ?? "")))).join("");
    await yieldLoop();
  }
}

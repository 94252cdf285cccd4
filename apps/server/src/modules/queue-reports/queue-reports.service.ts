import {
  AppError,
  type AgentFigures,
  type AgentSummaryRow,
  type QueueCall,
  type QueueFigures,
  type QueueSummaryRow,
} from "@callpanel/contract";
import type { Caller } from "../../kernel/http/caller.ts";
import type { DirectoryStore } from "../directory/index.ts";
import type { UserStore } from "../users/index.ts";
import { agentFiguresOf, agentWork, hasWork, totalWork } from "./agent-summary.ts";
import { presentStay } from "./present.ts";
import { scopeOf } from "./queue-reports.policy.ts";
import type { QueueReportStore, QueueSearch, QueueStay } from "./queue-report.store.ts";
import { openReportNames, type ReportNames } from "./report-names.ts";
import { reportPeriod, type ReportPeriod } from "./report-period.ts";
import { figuresOf, summaryRows, totalOf } from "./summary.ts";

export interface QueueReportsDeps {
  readonly reports: QueueReportStore;
  readonly users: Pick<UserStore, "byId" | "byExtension">;
  readonly directory: Pick<DirectoryStore, "numbersOf">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The reader of a report: a request, or the recipient of a mail. */
export type ReportReader = Pick<Caller, "realm" | "rights">;

export interface ReportFilter {
  /** Ids separated by commas; empty: all that the reader may read. */
  readonly queues: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
}
export type AgentFilter = ReportFilter & { /** Extension; empty: all. */ readonly agent: string };

/** Reports of queues (docs/spec/queue-reports.md). Each method throws AppError for a filter that the reader may not use. */
export interface QueueReports {
  summary(
    reader: ReportReader,
    filter: ReportFilter & { readonly hourly: boolean },
  ): Promise<{ readonly data: readonly QueueSummaryRow[]; readonly totals: QueueFigures }>;
  agents(
    reader: ReportReader,
    filter: AgentFilter,
  ): Promise<{ readonly data: readonly AgentSummaryRow[]; readonly totals: AgentFigures }>;
  calls(
    reader: ReportReader,
    filter: AgentFilter,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly data: readonly QueueCall[] }>;
  /** All calls, the latest first, page by page. */
  allCalls(reader: ReportReader, filter: AgentFilter): Promise<AsyncIterable<readonly QueueCall[]>>;
}

const CALLS_AT_ONCE = 1_000;

export function createQueueReports(deps: QueueReportsDeps): QueueReports {
  const { reports, users, now } = deps;

  const searchOf = async (
    reader: ReportReader,
    filter: AgentFilter,
  ): Promise<{ readonly search: QueueSearch; readonly period: ReportPeriod; readonly names: ReportNames }> => {
    const scope = scopeOf(reader.rights, filter.queues);
    const period = reportPeriod(filter, "day");
    const names = await openReportNames(deps, reader.realm.id);
    const agentId = filter.agent === "" ? undefined : await agentIdOf(users, reader.realm.id, filter.agent);
    const { from, until } = period;
    return { search: { realm: reader.realm.name, scope, from, until, agentId }, period, names };
  };

  async function* pages(search: QueueSearch, show: (stay: QueueStay) => Promise<QueueCall>) {
    for (let before: QueueStay | undefined; ;) {
      const stays = await reports.staysBefore(search, before, CALLS_AT_ONCE);
      before = stays.at(-1);
      if (before === undefined) return;
      yield await Promise.all(stays.map(show));
    }
  }

  return {
    summary: async ({ realm, rights }, filter) => {
      const scope = scopeOf(rights, filter.queues);
      const by = filter.hourly ? "hour" : "day";
      const period = reportPeriod(filter, by);
      const names = await openReportNames(deps, realm.id);
      const rows = await summaryRows(reports, { realm: realm.name, scope }, { period, by });
      const data = rows.map((row): QueueSummaryRow => ({
        queue: row.queueId,
        queue_name: names.queue(row.queueId),
        date: row.date,
        ...figuresOf(row),
      }));
      data.sort(byQueueAndDate(data));
      return { data, totals: figuresOf(totalOf(rows)) };
    },

    agents: async (reader, filter) => {
      const { search, names } = await searchOf(reader, filter);
      const work = [...(await agentWork(reports, search, now()))].filter(([, one]) => hasWork(one));
      const data = await Promise.all(
        work.map(async ([agentId, one]): Promise<AgentSummaryRow> => {
          const { extension, name } = await names.agent(agentId);
          return { agent: extension, agent_name: name, ...agentFiguresOf(one) };
        }),
      );
      return { data: data.toSorted(byAgent), totals: agentFiguresOf(totalWork(work.map(([, one]) => one))) };
    },

    calls: async (reader, filter, page) => {
      const { search, period, names } = await searchOf(reader, filter);
      const { total, stays } = await reports.stays(search, page);
      return { total, data: await Promise.all(stays.map((stay) => presentStay(stay, { zone: period.zone, names }))) };
    },

    allCalls: async (reader, filter) => {
      const { search, period, names } = await searchOf(reader, filter);
      return pages(search, (stay) => presentStay(stay, { zone: period.zone, names }));
    },
  };
}

/** @throws AppError queueReports.agent */
export async function agentIdOf(
  users: Pick<UserStore, "byExtension">,
  realmId: number,
  extension: string,
): Promise<number> {
  const agent = await users.byExtension(realmId, extension);
  if (agent === undefined) throw new AppError("queueReports.agent", { extension });
  return agent.id;
}

/** Names are compared once for each queue: a report has up to 30,000 rows. */
function byQueueAndDate(rows: readonly QueueSummaryRow[]) {
  const queues = [...new Map(rows.map((row) => [row.queue, row.queue_name]))].toSorted(
    ([one, oneName], [other, otherName]) => oneName.localeCompare(otherName) || one.localeCompare(other),
  );
  const places = new Map(queues.map(([queue], place) => [queue, place]));
  return (one: QueueSummaryRow, other: QueueSummaryRow): number =>
    (places.get(one.queue) ?? 0) - (places.get(other.queue) ?? 0) || compareText(one.date, other.date);
}

const compareText = (one: string, other: string): number => Number(one > other) - Number(one < other);

const byAgent = (one: AgentSummaryRow, other: AgentSummaryRow): number =>
  one.agent_name.localeCompare(other.agent_name) || one.agent.localeCompare(other.agent);

import {
  exportAgentSummary,
  exportQueueCalls,
  exportQueueSummary,
  getAgentLog,
  getAgentSummary,
  getQueueCallLog,
  getQueueSummary,
  getReportChoices,
  listQueueCalls,
  PAGE_SIZE,
} from "@callpanel/contract";
import type { QueueCall, QueueLogEntry } from "@callpanel/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../shared/api/api.ts";
import { queryOf } from "./filter/filter.model.ts";
import type { ReportFilter } from "./filter/filter.model.ts";

export const REPORTS_KEY = ["queues/reports"] as const;

export const choicesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, "choices"],
    queryFn: ({ signal }) => api.call(getReportChoices, { signal }),
  });

export const summaryQuery = (api: Api, filter: ReportFilter) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, "summary", queryOf({ ...filter, type: "queue_summary" })],
    queryFn: ({ signal }) =>
      api.call(getQueueSummary, { query: queryOf({ ...filter, type: "queue_summary" }), signal }),
  });

export const agentsQuery = (api: Api, filter: ReportFilter) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, "agents", queryOf(filter)],
    queryFn: ({ signal }) => api.call(getAgentSummary, { query: queryOf(filter), signal }),
  });

/** A page of call details; the former page stays until the next is loaded. */
export const callsQuery = (api: Api, filter: ReportFilter, page: number) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, "calls", queryOf(filter), page],
    queryFn: ({ signal }) =>
      api.call(listQueueCalls, {
        query: { ...queryOf(filter), limit: PAGE_SIZE.reportCallDetails, offset: page * PAGE_SIZE.reportCallDetails },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The latest calls of all pages together. */
export async function firstCalls(api: Api, filter: ReportFilter, limit: number): Promise<readonly QueueCall[]> {
  const { data } = await api.call(listQueueCalls, { query: { ...queryOf(filter), limit, offset: 0 } });
  return data;
}

export const storyQuery = (api: Api, callid: string, timezone: string) =>
  queryOptions({
    queryKey: [...REPORTS_KEY, "story", callid, timezone],
    queryFn: ({ signal }) => api.call(getQueueCallLog, { params: { callid }, query: { timezone }, signal }),
  });

interface AgentLogPage {
  readonly total: number;
  readonly data: readonly QueueLogEntry[];
}

/** The latest rows about an agent first; each further page is older. */
export function agentLogQuery(api: Api, filter: ReportFilter, ext: string) {
  const { agent: _, ...query } = queryOf(filter);
  return infiniteQueryOptions({
    queryKey: [...REPORTS_KEY, "agent log", ext, query],
    queryFn: ({ pageParam: offset, signal }): Promise<AgentLogPage> =>
      api.call(getAgentLog, {
        params: { ext },
        query: { ...query, limit: PAGE_SIZE.reportCallDetails, offset },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }: AgentLogPage, pages: readonly AgentLogPage[]) => {
      const loaded = pages.reduce((sum, { data }) => sum + data.length, 0);
      return loaded < total ? loaded : null;
    },
  });
}

/** RPT-9: the whole report as a file, with its name. */
export async function fileOf(download: Download, filter: ReportFilter): Promise<{ file: Blob; name: string }> {
  const query = queryOf(filter);
  const name = (kind: string): string => `${kind}-${filter.start}-${filter.end}.csv`;
  switch (filter.type) {
    case "queue_summary":
      return { file: await download(exportQueueSummary, { query }), name: name("queue-summary") };
    case "call_details":
      return { file: await download(exportQueueCalls, { query }), name: name("queue-calls") };
    case "agent_details":
      return { file: await download(exportAgentSummary, { query }), name: name("queue-agents") };
  }
}

import {
  AppError,
  endpoints,
  QUEUE_CALL_STATUSES,
  type QueueCall,
  type QueueLogEntry,
  type QueueSummaryRow,
} from "@callpanel/contract";
import { queueLogValues, type QueueLogRow } from "@callpanel/phone-port";
import type { Caller } from "../../kernel/http/caller.ts";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { openTimeZone, type TimeZone } from "../../kernel/text/time-zone.ts";
import type { DirectoryStore } from "../directory/index.ts";
import type { UserStore } from "../users/index.ts";
import { covers, scopeOf } from "./queue-reports.policy.ts";
import type { QueueReportStore, QueueStay } from "./queue-report.store.ts";
import { openReportNames, type ReportNames } from "./report-names.ts";
import { reportPeriod } from "./report-period.ts";
import { figuresOf, seconds, summaryRows, totalOf } from "./summary.ts";

export interface QueueReportsDeps {
  readonly endpointServer: EndpointServer;
  readonly reports: QueueReportStore;
  readonly users: Pick<UserStore, "byId" | "byExtension">;
  readonly directory: Pick<DirectoryStore, "numbersOf">;
}

/** Reports of queues (docs/spec/queue-reports.md). */
export function createQueueReportsRoutes({ endpointServer, reports, ...deps }: QueueReportsDeps): Routes {
  const namesFor = ({ realm }: Caller): Promise<ReportNames> => openReportNames(deps, realm.id);

  return (app) => {
    endpointServer.serve(app, endpoints.getQueueSummary, async ({ query, caller }) => {
      const scope = scopeOf(caller.rights, query.queues);
      const by = query.hourly === "1" || query.hourly === "true" ? "hour" : "day";
      const period = reportPeriod(query, by);
      const names = await namesFor(caller);
      const rows = await summaryRows(reports, { realm: caller.realm.name, scope }, { period, by });
      const data = rows
        .map(({ queueId, date, ...sums }): QueueSummaryRow => ({
          queue: queueId,
          queue_name: names.queue(queueId),
          date,
          ...figuresOf(sums),
        }))
        .toSorted(byQueueAndDate);
      return { total: data.length, data, totals: figuresOf(totalOf(rows)) };
    });

    endpointServer.serve(app, endpoints.listQueueCalls, async ({ query, caller }) => {
      const scope = scopeOf(caller.rights, query.queues);
      const { zone, from, until } = reportPeriod(query, "day");
      const names = await namesFor(caller);
      const { total, stays } = await reports.stays({ realm: caller.realm.name, scope, from, until }, query);
      return { total, data: await Promise.all(stays.map((stay) => presentStay(stay, { zone, names }))) };
    });

    endpointServer.serve(app, endpoints.getQueueCallLog, async ({ params, query, caller }) => {
      const scope = scopeOf(caller.rights, "");
      const zone = zoneOf(query.timezone);
      const rows = await reports.rowsOfCall(caller.realm.name, params.callid);
      const seen = rows.filter(({ queueId }) => covers(scope, queueId));
      if (seen.length === 0) throw new AppError("queueReports.call");
      const names = await namesFor(caller);
      const data = await Promise.all(seen.map((row) => presentRow(row, { zone, names })));
      return { total: data.length, data };
    });

    endpointServer.serve(app, endpoints.getAgentLog, async ({ params, query, caller }) => {
      const scope = scopeOf(caller.rights, query.queues);
      const { zone, from, until } = reportPeriod(query, "day");
      const agent = await deps.users.byExtension(caller.realm.id, params.ext);
      if (agent === undefined) throw new AppError("queueReports.agent", { extension: params.ext });
      const search = { realm: caller.realm.name, scope, from, until, agentId: agent.id };
      const { total, rows } = await reports.rowsOfAgent(search, query);
      const names = await namesFor(caller);
      return { total, data: await Promise.all(rows.map((row) => presentRow(row, { zone, names }))) };
    });
  };
}

function zoneOf(name: string): TimeZone {
  const zone = openTimeZone(name);
  if (zone === undefined) throw new AppError("cdrs.timeZone", { zone: name });
  return zone;
}

const byQueueAndDate = (one: QueueSummaryRow, other: QueueSummaryRow): number =>
  one.queue_name.localeCompare(other.queue_name) ||
  one.queue.localeCompare(other.queue) ||
  one.date.localeCompare(other.date);

interface Shown {
  readonly zone: TimeZone;
  readonly names: ReportNames;
}

async function presentStay(stay: QueueStay, { zone, names }: Shown): Promise<QueueCall> {
  const agent = await names.agent(stay.agentId);
  return {
    callid: stay.callId,
    queue: stay.queueId,
    queue_name: names.queue(stay.queueId),
    date: zone.iso(stay.enteredAt),
    number: stay.number,
    name: stay.name,
    agent: agent.extension,
    agent_name: agent.name,
    position: stay.position,
    wait: stay.waitMs === null ? null : seconds(stay.waitMs),
    talk: stay.talkMs === null ? null : seconds(stay.talkMs),
    status: QUEUE_CALL_STATUSES.find((one) => one === stay.status) ?? "in queue",
  };
}

async function presentRow(row: QueueLogRow, { zone, names }: Shown): Promise<QueueLogEntry> {
  const agent = await names.agent(row.agentId ?? null);
  const { queueId, callId = "", at, event } = row;
  return {
    date: zone.iso(at),
    callid: callId,
    queue: queueId ?? "",
    queue_name: queueId === undefined ? "" : names.queue(queueId),
    agent: agent.extension,
    agent_name: agent.name,
    event,
    values: [...queueLogValues(row)],
  };
}

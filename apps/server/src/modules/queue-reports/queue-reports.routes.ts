import { Readable } from "node:stream";
import { AppError, endpoints } from "@callpanel/contract";
import type { FastifyReply } from "fastify";
import type { EndpointServer } from "../../kernel/http/endpoint-server.ts";
import type { Routes } from "../../kernel/server-module.ts";
import { openTimeZone, type TimeZone } from "../../kernel/text/time-zone.ts";
import { presentRow } from "./present.ts";
import { covers, scopeOf } from "./queue-reports.policy.ts";
import { agentIdOf, createQueueReports, type QueueReportsDeps } from "./queue-reports.service.ts";
import { reportFiles, type ReportFile } from "./report-file.ts";
import { openReportNames } from "./report-names.ts";
import { periodUntil, reportPeriod } from "./report-period.ts";

const isHourly = (hourly: string): boolean => hourly === "1" || hourly === "true";

/** Reports of queues (docs/spec/queue-reports.md). */
export function createQueueReportsRoutes(deps: QueueReportsDeps & { readonly endpointServer: EndpointServer }): Routes {
  const { endpointServer, reports: store, users } = deps;
  const reports = createQueueReports(deps);
  const files = reportFiles(reports);

  return (app) => {
    endpointServer.serve(app, endpoints.getQueueSummary, async ({ query, caller }) => {
      const { data, totals } = await reports.summary(caller, { ...query, hourly: isHourly(query.hourly) });
      return { total: data.length, data: [...data], totals };
    });

    endpointServer.serve(app, endpoints.listQueueCalls, async ({ query, caller }) => {
      const { total, data } = await reports.calls(caller, query, query);
      return { total, data: [...data] };
    });

    endpointServer.serve(app, endpoints.getAgentSummary, async ({ query, caller }) => {
      const { data, totals } = await reports.agents(caller, query);
      return { total: data.length, data: [...data], totals };
    });

    endpointServer.serve(app, endpoints.getReportChoices, async ({ caller }) => {
      const scope = scopeOf(caller.rights, "");
      const names = await openReportNames(deps, caller.realm.id);
      const ids = await store.agentsOf({ realm: caller.realm.name, scope });
      const agents = await Promise.all(ids.map((id) => names.agent(id)));
      return {
        queues: names.queues().filter(({ id }) => covers(scope, id)),
        agents: agents
          .filter(({ extension }) => extension !== "")
          .toSorted((one, other) => one.name.localeCompare(other.name)),
      };
    });

    endpointServer.serve(app, endpoints.exportQueueSummary, async ({ query, reply, caller }) =>
      sendFile(reply, await files.summary(caller, { ...query, hourly: isHourly(query.hourly) })),
    );
    endpointServer.serve(app, endpoints.exportQueueCalls, async ({ query, reply, caller }) =>
      sendFile(reply, await files.calls(caller, query)),
    );
    endpointServer.serve(app, endpoints.exportAgentSummary, async ({ query, reply, caller }) =>
      sendFile(reply, await files.agents(caller, query)),
    );

    endpointServer.serve(app, endpoints.getQueueCallLog, async ({ params, query, caller }) => {
      const scope = scopeOf(caller.rights, "");
      const zone = zoneOf(query.timezone);
      const rows = await store.rowsOfCall(caller.realm.name, params.callid);
      const seen = rows.filter(({ queueId }) => covers(scope, queueId));
      if (seen.length === 0) throw new AppError("queueReports.call");
      const names = await openReportNames(deps, caller.realm.id);
      const data = await Promise.all(seen.map((row) => presentRow(row, { zone, names })));
      return { total: data.length, data };
    });

    endpointServer.serve(app, endpoints.getAgentLog, async ({ params, query, caller }) => {
      const scope = scopeOf(caller.rights, query.queues);
      const { start_date, end_date, timezone } = query;
      const { zone, from, until } =
        start_date === undefined || end_date === undefined
          ? periodUntil(deps.now(), zoneOf(timezone))
          : reportPeriod({ start_date, end_date, timezone }, "day");
      const agentId = await agentIdOf(users, caller.realm.id, params.ext);
      const search = { realm: caller.realm.name, scope, from, until, agentId };
      const { total, rows } = await store.rowsOfAgent(search, query);
      const names = await openReportNames(deps, caller.realm.id);
      return { total, data: await Promise.all(rows.map((row) => presentRow(row, { zone, names }))) };
    });
  };
}

/** The name has no characters that a header would have to quote: it is made of the kind and two dates. */
function sendFile(reply: FastifyReply, { name, text }: ReportFile): Readable {
  reply.headers({
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "private, no-store",
  });
  return Readable.from(text);
}

function zoneOf(name: string): TimeZone {
  const zone = openTimeZone(name);
  if (zone === undefined) throw new AppError("cdrs.timeZone", { zone: name });
  return zone;
}

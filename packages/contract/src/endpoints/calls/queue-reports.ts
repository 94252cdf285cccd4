/** Reports of queues (spec 2 §7 and §9, queue reports). What the spec leaves open is settled in docs/spec/queue-reports.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import type { Demand } from "../../demand.ts";

export const readsReports: Demand = { kind: "read", module: "queue_reports" };

/** Spec 1 §3, and how calls end that a person sent on. */
export const QUEUE_CALL_STATUSES = [
  "in queue",
  "CONNECT",
  "COMPLETEAGENT",
  "COMPLETECALLER",
  "ABANDON",
  "EXITEMPTY",
  "EXITWITHKEY",
  "EXITWITHTIMEOUT",
  "BLINDTRANSFER",
  "ATTENDEDTRANSFER",
  "WITHDRAW",
] as const;

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const timeZone = z._default(z.string().check(z.maxLength(64)), "UTC");
const filter = {
  /** Ids of queues, separated by commas; without it all that the user may read. */
  queues: z._default(z.string().check(z.maxLength(10_000)), ""),
  /** Days of the time zone, both included. */
  start_date: day,
  end_date: day,
  /** By its IANA name. */
  timezone: timeZone,
};
const hourly = z._default(z.enum(["0", "1", "true", "false"]), "0");
/** Extension of an agent; without it all agents. */
const ofAgent = { agent: z._default(z.string().check(z.maxLength(20)), "") };
const wholeNumber = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));
const page = {
  limit: z._default(wholeNumber(1, 1_000), PAGE_SIZE.reportCallDetails),
  offset: z._default(wholeNumber(0, 100_000_000), 0),
};

/** Counts of callers by the time at which they joined. Durations in seconds. */
const figures = {
  calls: z.number(),
  answered: z.number(),
  abandon: z.number(),
  timeout: z.number(),
  exit: z.number(),
  /** They wait now. */
  in_queue: z.number(),
  /** Answered within the target that the queue had then. */
  in_target: z.number(),
  /** Percentage of those who wait no longer that were answered within the target; null without one. */
  service_level: z.nullable(z.number()),
  /** Mean wait of those who were answered; null without one. */
  avg_hold: z.nullable(z.number()),
  avg_talk: z.nullable(z.number()),
  max_talk: z.nullable(z.number()),
  /** All talks together. */
  total: z.number(),
};
export const queueFiguresSchema = z.object(figures);
export type QueueFigures = z.infer<typeof queueFiguresSchema>;

export const queueSummaryRowSchema = z.object({
  queue: z.string(),
  queue_name: z.string(),
  /** A day, `2026-03-08`; with `hourly` an hour, `2026-03-08T14:00:00-04:00`. */
  date: z.string(),
  ...figures,
});
export type QueueSummaryRow = z.infer<typeof queueSummaryRowSchema>;

export const getQueueSummary = defineEndpoint({
  method: "GET",
  path: "queues/reports/summary",
  summary: "What happened in queues on each day, or in each hour",
  access: readsReports,
  query: z.object({ ...filter, hourly }),
  response: z.object({ total: z.number(), data: z.array(queueSummaryRowSchema), totals: queueFiguresSchema }),
});

export const queueCallSchema = z.object({
  callid: z.string(),
  queue: z.string(),
  queue_name: z.string(),
  /** When the caller joined, ISO 8601 with the offset of the time zone. */
  date: z.string(),
  number: z.string(),
  name: z.string(),
  /** Of the agent who talked to the caller; empty without one. */
  agent: z.string(),
  agent_name: z.string(),
  /** Place in the line when the caller joined. */
  position: z.number(),
  /** Seconds; null while it is not known. */
  wait: z.nullable(z.number()),
  talk: z.nullable(z.number()),
  /** The caller asked to be called back. */
  callback: z.boolean(),
  status: z.enum(QUEUE_CALL_STATUSES),
});
export type QueueCall = z.infer<typeof queueCallSchema>;

export const listQueueCalls = defineEndpoint({
  method: "GET",
  path: "queues/reports/call_details",
  summary: "The calls of queues, the latest first",
  access: readsReports,
  query: z.object({ ...filter, ...ofAgent, ...page }),
  response: z.object({ total: z.number(), data: z.array(queueCallSchema) }),
});

/** What an agent did in a period; durations in seconds (QREP-8). */
const agentFigures = {
  answered: z.number(),
  /** Rings that nobody answered. */
  missed: z.number(),
  /** Rings that the agent refused, or answered and hung up before the caller was heard. */
  rejected: z.number(),
  talk: z.number(),
  /** Mean wait of the callers that the agent answered; null without one. */
  avg_hold: z.nullable(z.number()),
  wrap_up: z.number(),
  paused: z.number(),
  /** By cause, the longest first; an empty cause: none was given. */
  pauses: z.array(z.object({ cause: z.string(), seconds: z.number() })),
  logged_in: z.number(),
  /** 0 to 1; null for those who were not logged in. */
  occupancy: z.nullable(z.number()),
};
export const agentFiguresSchema = z.object(agentFigures);
export type AgentFigures = z.infer<typeof agentFiguresSchema>;

export const agentSummaryRowSchema = z.object({
  /** Extension and name; empty for a removed person. */
  agent: z.string(),
  agent_name: z.string(),
  ...agentFigures,
});
export type AgentSummaryRow = z.infer<typeof agentSummaryRowSchema>;

export const getAgentSummary = defineEndpoint({
  method: "GET",
  path: "queues/reports/agents",
  summary: "What each agent did in queues",
  access: readsReports,
  query: z.object({ ...filter, ...ofAgent }),
  response: z.object({ total: z.number(), data: z.array(agentSummaryRowSchema), totals: agentFiguresSchema }),
});

export const getReportChoices = defineEndpoint({
  method: "GET",
  path: "queues/reports/choices",
  summary: "The queues and agents that reports may be narrowed to",
  access: readsReports,
  response: z.object({
    queues: z.array(z.object({ id: z.string(), name: z.string() })),
    agents: z.array(z.object({ extension: z.string(), name: z.string() })),
  }),
});

const csvFile = {
  binary: "text/csv; charset=utf-8",
  response: z.custom<AsyncIterable<string>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
} as const;

export const exportQueueSummary = defineEndpoint({
  method: "GET",
  path: "queues/reports/summary_export",
  summary: "The queue summary as a file",
  access: readsReports,
  query: z.object({ ...filter, hourly }),
  ...csvFile,
});

export const exportQueueCalls = defineEndpoint({
  method: "GET",
  path: "queues/reports/call_details_export",
  summary: "The calls of queues, all of them, as a file",
  access: readsReports,
  query: z.object({ ...filter, ...ofAgent }),
  ...csvFile,
});

export const exportAgentSummary = defineEndpoint({
  method: "GET",
  path: "queues/reports/agents_export",
  summary: "What each agent did in queues, as a file",
  access: readsReports,
  query: z.object({ ...filter, ...ofAgent }),
  ...csvFile,
});

export const queueLogEntrySchema = z.object({
  /** ISO 8601 with the offset of the time zone. */
  date: z.string(),
  callid: z.string(),
  /** Empty: the entry is about no single queue. */
  queue: z.string(),
  queue_name: z.string(),
  /** Extension of the agent; empty: the entry is about no agent. */
  agent: z.string(),
  agent_name: z.string(),
  /** docs/spec/queue-log.md */
  event: z.string(),
  /** The values of the event in their usual order. */
  values: z.array(z.string()),
});
export type QueueLogEntry = z.infer<typeof queueLogEntrySchema>;

export const getQueueCallLog = defineEndpoint({
  method: "GET",
  path: "queues/reports/logs/{callid}",
  summary: "What happened to one call in its queues, in order",
  access: readsReports,
  params: z.object({ callid: z.string().check(z.maxLength(200)) }),
  query: z.object({ timezone: timeZone }),
  response: z.object({ total: z.number(), data: z.array(queueLogEntrySchema) }),
});

export const getAgentLog = defineEndpoint({
  method: "GET",
  path: "queues/reports/logs/agent/{ext}",
  summary: "What an agent did in queues, the latest first",
  access: readsReports,
  params: z.object({ ext: z.string().check(z.maxLength(20)) }),
  /** Without both days until now, for as long as a report may be. */
  query: z.object({ ...filter, start_date: z.optional(day), end_date: z.optional(day), ...page }),
  response: z.object({ total: z.number(), data: z.array(queueLogEntrySchema) }),
});

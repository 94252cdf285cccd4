/** Reports of queues that are sent by mail (docs/spec/saved-queue-reports.md). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { DEFAULT_LOCALE, LOCALES, SAVED_REPORT_RECIPIENTS_MAX } from "../../limits.ts";
import { readsReports } from "./queue-reports.ts";

export const QUEUE_REPORT_TYPES = ["queue_summary", "call_details", "agent_details"] as const;
export type QueueReportType = (typeof QUEUE_REPORT_TYPES)[number];

const idParams = z.object({ id: z.coerce.number().check(z.int()) });

const content = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  type: z.enum(QUEUE_REPORT_TYPES),
  /** Ids; empty: all that the recipient may read. */
  queues: z.array(z.string().check(z.minLength(1), z.maxLength(20), z.regex(/^[^,]+$/))).check(z.maxLength(500)),
  /** Extension; empty: all. A summary of queues does not have it. */
  agent: z.string().check(z.maxLength(20)),
  /** By its IANA name: of the days of the report, and of the time at which it is sent. */
  timezone: z.string().check(z.maxLength(64)),
  /** `day`: the day before; `week`: the seven days before. */
  every: z.enum(["day", "week"]),
  /** 1 is Monday; of a weekly report. */
  weekday: z.int().check(z.gte(1), z.lte(7)),
  /** `07:30` */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  locale: z._default(z.enum(LOCALES), DEFAULT_LOCALE),
};

export const savedQueueReportDraftSchema = z.object({
  ...content,
  /** Extensions. */
  recipients: z
    .array(z.string().check(z.maxLength(20)))
    .check(z.minLength(1), z.maxLength(SAVED_REPORT_RECIPIENTS_MAX)),
});
export type SavedQueueReportDraft = z.infer<typeof savedQueueReportDraftSchema>;

const personSchema = z.object({ extension: z.string(), name: z.string() });

export const savedQueueReportSchema = z.object({
  id: z.number(),
  ...content,
  recipients: z.array(personSchema),
  /** ISO 8601 with the offset of the time zone. */
  next_at: z.string(),
  /** Null: not yet. */
  last_sent_at: z.nullable(z.string()),
});
export type SavedQueueReport = z.infer<typeof savedQueueReportSchema>;

export const listSavedQueueReports = defineEndpoint({
  method: "GET",
  path: "queues/reports/saved",
  summary: "The reports that the user has sent by mail, by name",
  access: readsReports,
  response: z.object({ total: z.number(), data: z.array(savedQueueReportSchema) }),
});

export const createSavedQueueReport = defineEndpoint({
  method: "POST",
  path: "queues/reports/saved",
  summary: "Sends a report by mail from now on",
  access: readsReports,
  body: savedQueueReportDraftSchema,
  response: savedQueueReportSchema,
});

export const changeSavedQueueReport = defineEndpoint({
  method: "PUT",
  path: "queues/reports/saved/{id}",
  summary: "Changes a report that is sent by mail",
  access: readsReports,
  params: idParams,
  body: savedQueueReportDraftSchema,
  response: savedQueueReportSchema,
});

export const removeSavedQueueReport = defineEndpoint({
  method: "DELETE",
  path: "queues/reports/saved/{id}",
  summary: "Sends a report no longer",
  access: readsReports,
  params: idParams,
  response: z.object({ success: z.literal(true) }),
});

export const listReportRecipients = defineEndpoint({
  method: "GET",
  path: "queues/reports/recipients",
  summary: "People who may get reports, by name",
  access: readsReports,
  query: z.object({ search: z._default(z.string().check(z.maxLength(100)), "") }),
  response: z.object({ total: z.number(), data: z.array(personSchema) }),
});

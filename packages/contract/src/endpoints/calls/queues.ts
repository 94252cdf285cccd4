/** Queues with their live state, which of them one watches, and the causes of pauses (spec 2 §7, queues). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { PAUSE_CODES, queueAgentSchema, queueCallerSchema, queueSummarySchema } from "../../queue-state.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";

const readsQueues: Demand = { kind: "read", module: "queues" };
/* @__NO_SIDE_EFFECTS__ */
const page = (size: number) => ({ start: startSchema, limit: z._default(limitSchema, size) });

const named = {
  /** Name and realm id. */
  id: z.string(),
  /** Its number: the id in rights and in events. */
  db_id: z.number(),
  name: z.string(),
  number: z.string(),
  realm_id: z.number(),
};
/** Spec 1 §3, queue. */
export const queueSchema = z.object({
  ...named,
  summary: z.extend(queueSummarySchema, { watch: z.boolean() }),
  waiting: z.array(queueCallerSchema),
  agents: z.array(queueAgentSchema),
});
export type Queue = z.infer<typeof queueSchema>;
export const queueNameSchema = z.object(named);
export type QueueName = z.infer<typeof queueNameSchema>;

export const listQueues = defineEndpoint({
  method: "GET",
  path: "queues",
  summary: "The queues the user may see, by number",
  access: readsQueues,
  query: z.object(page(PAGE_SIZE.queues)),
  response: z.object({ total: z.number(), data: z.array(queueSchema) }),
});

export const listQueueNames = defineEndpoint({
  method: "GET",
  path: "queues/all_queue_names",
  summary: "The names of all queues the user may see",
  access: readsQueues,
  response: z.object({
    total: z.number(),
    data: z.array(queueNameSchema),
    /** There is a queue to which the user can log in and off, even if the user does not see it. */
    may_log_in: z.boolean(),
  }),
});

export const listWatchedQueues = defineEndpoint({
  method: "GET",
  path: "queues/list_watched",
  summary: "The queues the user watches",
  access: readsQueues,
  response: z.object({ total: z.number(), data: z.array(queueSchema) }),
});

export const watchQueue = defineEndpoint({
  method: "PATCH",
  path: "queues/watch",
  summary: "Watch a queue, or watch it no longer",
  access: readsQueues,
  body: z.object({
    /** Its name or number. */
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Absent: the other way round. */
    watch: z.optional(z.boolean()),
  }),
  response: z.object({ ...named, watch: z.boolean() }),
});

export const listPauseCodes = defineEndpoint({
  method: "GET",
  path: "queue_member_pause_codes",
  summary: "The causes of pauses",
  access: readsQueues,
  query: z.object({
    ...page(PAGE_SIZE.pauseCodes),
    sort_column: z.optional(z.enum(["id", "name"])),
    sort_direction: z._default(z.enum(["ASC", "DESC", "asc", "desc"]), "ASC"),
    search: searchSchema,
  }),
  response: z.object({ total: z.number(), data: z.array(z.object({ id: z.number(), name: z.enum(PAUSE_CODES) })) }),
});

/** Callers who left a queue without an answer and were not called back since (docs/spec/missed-callers.md). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { PAGE_SIZE } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";

const readsQueues: Demand = { kind: "read", module: "queues" };
const ms = z.number(); // since epoch

/** How the last wait ended: the caller hung up, waited too long, or the queue had no agents any more. */
export const MISSED_CALLER_ENDS = ["ABANDON", "EXITWITHTIMEOUT", "EXITEMPTY"] as const;

/** A number that was missed in a queue, once or several times. */
export const missedCallerSchema = z.object({
  /** Of the last call that was missed. */
  id: z.number(),
  /** Number of the queue, which is also its id in rights. */
  queue: z.string(),
  queue_name: z.string(),
  /** Number and name of the caller; empty without `show_caller_id_info` on everybody. */
  number: z.string(),
  name: z.string(),
  /** How often, and when for the first and the last time. */
  times: z.number(),
  first_at: ms,
  last_at: ms,
  /** How the last call ended, and how long the caller waited in it, in seconds. */
  end: z.enum(MISSED_CALLER_ENDS),
  wait: z.number(),
  /** The caller had asked to be called back, in the last call. */
  callback: z.boolean(),
  /** The person who calls back; null: nobody has taken the caller. */
  taken_by: z.nullable(z.object({ exten: z.string(), name: z.string(), is_me: z.boolean(), at: ms })),
});
export type MissedCaller = z.infer<typeof missedCallerSchema>;

export const listMissedCallers = defineEndpoint({
  method: "GET",
  path: "queues/missed_callers",
  summary: "Callers without an answer in the queues that the user may see, the latest first",
  access: readsQueues,
  query: z.object({
    start: startSchema,
    limit: z._default(limitSchema, PAGE_SIZE.missedCallers),
    /** Number of a queue; absent: all. */
    queue: z.optional(z.string().check(z.maxLength(64))),
    /** In number and name. */
    search: searchSchema,
  }),
  response: z.object({ total: z.number(), data: z.array(missedCallerSchema) }),
});

export const takeMissedCaller = defineEndpoint({
  method: "PATCH",
  path: "queues/missed_callers/{id}",
  summary: "Take a missed caller to call them back, or give them back",
  access: { kind: "ruleOnSome", module: "queues", rule: "execute_redirect_self" },
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  body: z.object({ taken: z.boolean() }),
  response: missedCallerSchema,
});

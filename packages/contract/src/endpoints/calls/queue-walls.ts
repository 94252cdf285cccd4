/** Links for wall displays of queues: read-only figures without sign-in (docs/spec/queue-wall.md). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { QUEUE_WALL_QUEUES_MAX } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { QUEUE_AGENT_STATES, queueSummarySchema } from "../../queue-state.ts";
import { doneSchema } from "../people/watched-settings.ts";

const readsQueues: Demand = { kind: "read", module: "queues" };
const ms = z.number(); // since epoch

/** A link, without its secret. */
export const queueWallSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** Numbers of its queues. */
  queues: z.array(z.string()),
  created_by: z.object({ exten: z.string(), name: z.string(), is_me: z.boolean() }),
  created_at: ms,
  /** To ten minutes; null: never. */
  used_at: z.nullable(ms),
});
export type QueueWall = z.infer<typeof queueWallSchema>;

export const listQueueWalls = defineEndpoint({
  method: "GET",
  path: "queues/walls",
  summary: "The user's own wall links, and those of others whose queues the user sees; the latest first",
  access: readsQueues,
  response: z.object({ total: z.number(), data: z.array(queueWallSchema) }),
});

export const createQueueWall = defineEndpoint({
  method: "POST",
  path: "queues/walls",
  summary: "Create a wall link of queues that the user sees; its secret is in this response only",
  access: readsQueues,
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    queues: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(QUEUE_WALL_QUEUES_MAX)),
  }),
  response: z.object({ wall: queueWallSchema, secret: z.string() }),
});

export const removeQueueWall = defineEndpoint({
  method: "DELETE",
  path: "queues/walls/{id}",
  summary: "End a wall link",
  access: readsQueues,
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  response: doneSchema,
});

/** A queue as a wall shows it: callers only as counts, agents by name. */
export const wallQueueSchema = z.object({
  queue: z.string(),
  name: z.string(),
  waiting: z.number(),
  /** Seconds; 0: nobody waits. */
  longest_wait: z.number(),
  summary: queueSummarySchema,
  agents: z.array(z.object({ name: z.string(), state: z.enum(QUEUE_AGENT_STATES), since: ms })),
});
export type WallQueue = z.infer<typeof wallQueueSchema>;

/** The secret is in the body, so that it is in no log of addresses. */
export const showQueueWall = defineEndpoint({
  method: "POST",
  path: "queue_wall",
  summary: "The figures of a wall link, to be asked for every few seconds",
  access: "public",
  body: z.object({ secret: z.string().check(z.maxLength(200)) }),
  response: z.object({
    name: z.string(),
    /** The server's time. */
    at: ms,
    /** Time until the next request. */
    refresh_seconds: z.number(),
    queues: z.array(wallQueueSchema),
  }),
});
export type QueueWallFigures = z.infer<typeof showQueueWall.response>;

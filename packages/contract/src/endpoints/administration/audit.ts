/** Changes in the company, with their authors (docs/spec/audit.md). */
import * as z from "zod/mini";
import { AUDIT_ACTS, AUDIT_AREAS, auditLineSchema } from "../../audit.ts";
import { roomIdSchema } from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import type { Demand } from "../../demand.ts";
import { searchSchema } from "../paging.ts";
import { readsChats } from "../chat/starting.ts";

const whole = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));
const time = z.optional(whole(0, Number.MAX_SAFE_INTEGER));

/** `before`: the id of the last line of the page before. */
const page = {
  limit: z._default(whole(1, 200), 50),
  before: time,
} as const;
/** `next`: the `before` of the next page; null: there is none. */
const answer = z.object({ data: z.array(auditLineSchema), next: z.nullable(z.number()) });

const auditReaders: Demand = { kind: "rule", module: "administration", rule: "show_audit_log" };

const filters = {
  act: z.optional(z.enum(AUDIT_ACTS)),
  /** All acts of an area: `people`. */
  area: z.optional(z.enum(AUDIT_AREAS)),
  /** In the names of people and things, and in the details. */
  search: searchSchema,
  /** User id of who did it. */
  by: z.optional(z.string().check(z.maxLength(64))),
  /** From a time, and up to a time without it; ms since the epoch. */
  from: time,
  until: time,
} as const;

export const listAuditLines = defineEndpoint({
  method: "GET",
  path: "administration/audit",
  summary: "What was done in the company, the latest first",
  access: auditReaders,
  query: z.object({ ...page, ...filters }),
  response: answer,
});

/** Lines of one file. */
export const AUDIT_CSV_MAX = 100_000;

export const exportAuditLines = defineEndpoint({
  method: "GET",
  path: "administration/audit/export",
  summary: "The same as a CSV file, at most 100,000 lines",
  access: auditReaders,
  query: z.object(filters),
  binary: "text/csv; charset=utf-8",
  response: z.custom<AsyncIterable<string>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

export const listChatRoomActs = defineEndpoint({
  method: "GET",
  path: "chats/rooms/{room_id}/acts",
  summary: "What was done with a room, the latest first; for its owners",
  access: readsChats,
  params: z.object({ room_id: roomIdSchema }),
  query: z.object(page),
  response: answer,
});

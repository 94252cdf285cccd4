/** Calls that have ended (spec 2 §7, call history). What the spec leaves open is settled in docs/spec/call-history.md. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { HISTORY_PEOPLE_MAX } from "../../limits.ts";
import type { Demand } from "../../demand.ts";
import { limitSchema, searchSchema, startSchema } from "../paging.ts";
import { watchedUserSchema } from "../people/watched-settings.ts";

export const readsCalls: Demand = { kind: "read", module: "cdrs" };

/** What a call may be sorted by. */
export const CALL_SORT_COLUMNS = ["calldate", "duration", "from", "to"] as const;
export type CallSortColumn = (typeof CALL_SORT_COLUMNS)[number];

/** Destinations that are services of the phone system; a person or a number outside is none of these. */
export const CALL_DESTINATIONS = [
  "voicemail",
  "conference",
  "personal_conference",
  "parking_lot",
  "parking_pickup",
  "queue",
  "video_conference",
  "music",
  "announcement",
  "feature",
] as const;
export type CallDestination = (typeof CALL_DESTINATIONS)[number];

/** What a list of calls can be narrowed to, as seen by the people whose calls it lists (CDR-60). */
export const CALL_KINDS = ["missed", "incoming", "outgoing", "recorded", "voicemail"] as const;
export type CallKindFilter = (typeof CALL_KINDS)[number];

/** A day, `2026-03-08`, or a moment, `2026-03-08T14:30`, as a clock in the time zone shows it (CDR-4). */
const localMoment = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$/));
export const callFilter = {
  /** By its IANA name; days are those of this zone, and so are the dates of the response. */
  time_zone: z._default(z.string().check(z.maxLength(64)), "UTC"),
  date_from: z.optional(localMoment),
  /** A day is included. */
  date_to: z.optional(localMoment),
  /** Extensions of people with calls that the user may list, separated by commas; without it all that the user may list. */
  filter_by_extension: z._default(z.string().check(z.maxLength(HISTORY_PEOPLE_MAX * 20)), ""),
  /** Only calls of one kind; without it all. */
  kind: z.optional(z.enum(CALL_KINDS)),
};
const callOrder = {
  sort_column: z._default(z.enum(CALL_SORT_COLUMNS), "calldate"),
  sort_direction: z._default(z.enum(["ASC", "DESC"]), "DESC"),
  /** Part of a number or of a name, of either side (CDR-13). */
  search: searchSchema,
};

/** Why a call did not reach a person: their own settings, or nobody answered and their mailbox took it. */
export const DIVERSIONS = ["doNotDisturb", "forward", "noAnswer"] as const;
const diverted = {
  why: z.enum(DIVERSIONS),
  /** The destination of a forward; empty for the others. */
  to: z.string(),
  /** No person answered it. */
  missed: z.boolean(),
};

/** Spec 1 §3, call history record. */
export const callSchema = z.object({
  id: z.number(),
  /** As events name it. */
  call_id: z.string(),
  /** When it began, ISO 8601 with the offset of the time zone asked for. */
  calldate: z.string(),
  /** Whole seconds from the first ring to the end. */
  duration: z.number(),
  /** The seconds of it from the answer on; null when nobody answered. */
  talk_duration: z.nullable(z.number()),
  from: z.string(),
  from_name: z.string(),
  /** Of people of the company; null for everybody else. */
  caller_id: z.nullable(z.number()),
  to: z.string(),
  to_name: z.string(),
  callee_id: z.nullable(z.number()),
  /** The agent who answered a call of a queue; null for other calls. */
  answered_by: z.nullable(z.object({ number: z.string(), name: z.string(), user_id: z.nullable(z.number()) })),
  /** What was dialled. */
  dialled: z.string(),
  direction: z.enum(["internal", "inbound", "outbound"]),
  destination: z.nullable(z.enum(CALL_DESTINATIONS)),
  /** `answered`, `cancelled`, `busy`, `rejected`, `noAnswer`, `unavailable`, `notFound` or `failed`. */
  disposition: z.string(),
  failed: z.boolean(),
  /** If the call was for the requesting user and did not reach them (DIVERT-5). */
  diverted: z.nullable(z.object(diverted)),
  /** There is a recording that the user may hear. */
  recording: z.boolean(),
  /**
   * In a list: the `call_id` of the first call of this page that belongs to the same conversation, by transfer, pick-up or
   * parking. Without it the call stands alone on the page.
   */
  conversation: z.optional(z.string()),
});
export type CallRecord = z.infer<typeof callSchema>;

export const watchCallUsers = defineEndpoint({
  method: "GET",
  path: "cdrs/can_watch_users",
  summary: "People with calls that the user may list, the user first",
  access: readsCalls,
  response: z.object({ total: z.number(), data: z.array(watchedUserSchema) }),
});

export const listCalls = defineEndpoint({
  method: "GET",
  path: "cdrs/friendly_calls_by_date",
  summary: "Calls that have ended, the latest first",
  access: readsCalls,
  query: z.object({ start: startSchema, limit: limitSchema, ...callOrder, ...callFilter }),
  response: z.object({
    success: z.literal(true),
    total: z.number(),
    data: z.array(callSchema),
    /** Only so many of the latest calls were searched; all of them when it is left out. */
    searched: z.optional(z.number()),
  }),
});
export type CallQuery = z.infer<(typeof listCalls)["query"] & {}>;

export const divertedCallSchema = z.object({
  call_id: z.string(),
  /** When it began, in milliseconds since the epoch. */
  at: z.number(),
  /** The caller, as the user's phones would have shown them. */
  number: z.string(),
  name: z.string(),
  ...diverted,
});
export type DivertedCall = z.infer<typeof divertedCallSchema>;

export const listDivertedCalls = defineEndpoint({
  method: "GET",
  path: "cdrs/diverted",
  summary: "Calls that did not ring because of the user's own settings, the latest last",
  access: { kind: "read", module: "softphone" },
  query: z.object({
    /** `next` of the previous response. Without it only `next` is returned: the position where later calls begin. */
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  response: z.object({ next: z.number(), data: z.array(divertedCallSchema) }),
});

export const exportCalls = defineEndpoint({
  method: "GET",
  path: "cdrs/friendly_calls_by_date_export",
  summary: "The same calls, all of them, as the file cdrs.csv",
  access: readsCalls,
  query: z.object({ ...callOrder, ...callFilter }),
  binary: "text/csv; charset=utf-8",
  response: z.custom<AsyncIterable<string>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

const party = z.object({ number: z.string(), name: z.string(), user_id: z.nullable(z.number()) });
/** The system's counts of one side's sound, and the phone's own report of the sound it received (CALL-80). */
const sideQuality = z.object({
  codec: z.nullable(z.string()),
  packets_received: z.number(),
  packets_sent: z.number(),
  packets_lost: z.number(),
  jitter_ms: z.number(),
  phone: z.nullable(
    z.object({
      mos: z.number(),
      jitter_ms: z.number(),
      loss_percent: z.number(),
      seconds: z.number(),
      round_trip_ms: z.nullable(z.number()),
    }),
  ),
});
export type SideQuality = z.infer<typeof sideQuality>;

export const callDetailsSchema = z.extend(callSchema, {
  answered_at: z.nullable(z.string()),
  ended_at: z.string(),
  ended_by: z.string(),
  end_reason: z.string(),
  sip_status: z.number(),
  /** The people who forwarded it on its way, in order. */
  forwarded_by: z.array(party),
  /** The person who sent the caller there, by a transfer or a command; never the caller. */
  sent_by: z.nullable(party),
  /** The people who listened in it, to whom, from when to when; only for people whom the user may listen to. `mode`: the loudest they used. */
  listened_by: z.array(
    z.object({
      listener: party,
      watched: party,
      mode: z.enum(["monitor", "whisper", "fullbarge"]),
      from: z.string(),
      to: z.string(),
    }),
  ),
  quality: z.object({ caller: z.nullable(sideQuality), callee: z.nullable(sideQuality) }),
  /** Those that the user may hear; `id` is the `recording` of `cdrs/{id}/recording`. */
  recordings: z.array(
    z.object({
      id: z.string(),
      started_at: z.string(),
      duration_ms: z.number(),
      bytes: z.number(),
      /** Of a meeting: people who came and left, with times. */
      chapters: z.optional(
        z.array(z.object({ offset_ms: z.number(), kind: z.enum(["came", "left"]), name: z.string() })),
      ),
    }),
  ),
  /** The calls before and after it that a leg of it went through (transfer, pick-up, parking), the first to begin first. */
  chain: z.array(callSchema),
});
export type CallDetails = z.infer<typeof callDetailsSchema>;

export const getCall = defineEndpoint({
  method: "GET",
  path: "cdrs/{id}",
  summary: "One call with its quality, its recordings and the calls that it came from and went on in",
  access: readsCalls,
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  query: z.object({ time_zone: callFilter.time_zone }),
  response: callDetailsSchema,
});

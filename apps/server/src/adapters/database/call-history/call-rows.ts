import { CALL_DESTINATIONS } from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import * as z from "zod/mini";
import { chaptersOf } from "./recording-chapters.ts";
import type { CallSearch, ListedCall, StoredCall, StoredRecording } from "../../../modules/call-history/index.ts";
import type { DivertedFrom } from "../../../modules/calls/index.ts";
import { entryPage, type EntryPage } from "./call-entries.ts";
import type { Tables } from "../schema.ts";

/** Columns for a list of calls. The sound quality is a long text, read only for a single call. */
const LISTED = [
  "cdrs.id",
  "cdrs.call_id",
  "cdrs.realm",
  "cdrs.started_at",
  "cdrs.answered_at",
  "cdrs.ended_at",
  "cdrs.from_number",
  "cdrs.from_name",
  "cdrs.from_user_id",
  "cdrs.to_number",
  "cdrs.to_name",
  "cdrs.to_user_id",
  "cdrs.dialled_number",
  "cdrs.direction",
  "cdrs.disposition",
  "cdrs.failed",
  "cdrs.forwarded_by",
  "cdrs.diverted_from",
  "cdrs.answered_by",
  "cdrs.destination",
] as const;
type ListedRow = Pick<
  Selectable<Tables["cdrs"]>,
  (typeof LISTED)[number] extends `cdrs.${infer Column extends keyof Tables["cdrs"]}` ? Column : never
>;

/** 1 if a recording began in the call or came into it with a leg, 2 if only one that its people may not hear, otherwise 0. */
export const RECORDED = sql<number>`case when
  exists (select 1 from recordings where recordings.call_id = cdrs.call_id and recordings.bytes is not null and closed = 0)
  or exists (
    select 1 from recording_parts join recordings on recordings.id = recording_parts.recording_id
    where recording_parts.call_id = cdrs.call_id and recordings.bytes is not null
      and (closed = 0 or recordings.call_id <> cdrs.call_id)
  ) then 1
  when exists (select 1 from recordings where recordings.call_id = cdrs.call_id and recordings.bytes is not null) then 2
  else 0 end`;

/** A page of a search in order of time, by a single query whatever its size. */
export async function listedPage(
  db: Kysely<Tables>,
  search: CallSearch,
  page: EntryPage,
): Promise<readonly ListedCall[]> {
  const order = page.ascending ? "asc" : "desc";
  const rows = await db
    .selectFrom(entryPage(db, search, page).as("found"))
    .innerJoin("cdrs", "cdrs.id", "found.call")
    .select(LISTED)
    .select(RECORDED.as("is_recorded"))
    .orderBy("found.at", order)
    .orderBy("found.call", order)
    .execute();
  const calls = rows.map((row) => toListed(row, { isRecorded: row.is_recorded > 0, isClosed: row.is_recorded === 2 }));
  // `pg` links result rows in a chain that only a major collection frees: a file of a million calls would fill the heap.
  rows.length = 0;
  return calls;
}

/** In the order of `ids`. */
export async function listedCalls(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly ListedCall[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("cdrs")
    .where("id", "in", ids)
    .select(LISTED)
    .select(RECORDED.as("is_recorded"))
    .execute();
  const byId = new Map(
    rows.map((row) => [row.id, toListed(row, { isRecorded: row.is_recorded > 0, isClosed: row.is_recorded === 2 })]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** All columns, in the order of `ids`. */
export async function storedCalls(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly StoredCall[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("cdrs").where("id", "in", ids).selectAll().execute();
  if (rows.length === 0) return [];
  const recordings = await recordingsOf(
    db,
    rows.map(({ call_id }) => call_id),
  );
  const byId = new Map(rows.map((row) => [row.id, toCall(row, recordings.get(row.call_id) ?? [])]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Recordings that began in these calls, or came into them with a leg. */
async function recordingsOf(
  db: Kysely<Tables>,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredRecording[]>> {
  const columns = [
    "recordings.id",
    "recordings.call_id as first_call_id",
    "recordings.started_at",
    "recordings.duration_ms",
    "recordings.bytes",
    "recordings.closed",
    "recordings.marks",
  ] as const;
  const [begun, carried] = await Promise.all([
    db
      .selectFrom("recordings")
      .where("call_id", "in", callIds)
      .select([...columns, "call_id"])
      .execute(),
    db
      .selectFrom("recording_parts")
      .innerJoin("recordings", "recordings.id", "recording_parts.recording_id")
      .where("recording_parts.call_id", "in", callIds)
      .select([...columns, "recording_parts.call_id"])
      .execute(),
  ]);
  const found = new Map<string, Map<string, StoredRecording>>();
  for (const { call_id, first_call_id, id, started_at, duration_ms, bytes, closed, marks } of [...begun, ...carried]) {
    if (duration_ms === null || bytes === null) continue;
    const ofCall = found.get(call_id) ?? new Map<string, StoredRecording>();
    const isClosed = closed === 1 && first_call_id === call_id;
    ofCall.set(id, {
      id,
      startedAt: started_at,
      durationMs: duration_ms,
      bytes,
      isClosed,
      chapters: chaptersOf(marks),
    });
    found.set(call_id, ofCall);
  }
  return new Map(
    [...found].map(([callId, ofCall]) => [
      callId,
      [...ofCall.values()].toSorted((one, other) => one.startedAt - other.startedAt),
    ]),
  );
}

function toCall(row: Selectable<Tables["cdrs"]>, recordings: readonly StoredRecording[]): StoredCall {
  return {
    ...toListed(row, {
      isRecorded: recordings.length > 0,
      isClosed: recordings.length > 0 && recordings.every(({ isClosed }) => isClosed),
    }),
    endedBy: row.ended_by,
    endReason: row.end_reason,
    sipStatus: row.sip_status,
    quality: row.quality,
    sentBy: row.sent_by,
    listenedBy: row.listened_by,
    recordings,
  };
}

function toListed(row: ListedRow, recorded: Pick<ListedCall, "isRecorded" | "isClosed">): ListedCall {
  return {
    id: row.id,
    callId: row.call_id,
    realm: row.realm,
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    endedAt: row.ended_at,
    from: { number: row.from_number, name: row.from_name, userId: row.from_user_id },
    to: { number: row.to_number, name: row.to_name, userId: row.to_user_id },
    dialledNumber: row.dialled_number,
    direction: directionOf(row.direction),
    disposition: row.disposition,
    failed: row.failed === 1,
    forwardedBy: row.forwarded_by,
    divertedFrom: readDivertedFrom(row.diverted_from),
    answeredBy: row.answered_by === null ? undefined : z.parse(storedParty, JSON.parse(row.answered_by)),
    // A destination that this version does not know is read as null.
    destination: CALL_DESTINATIONS.find((one) => one === row.destination) ?? null,
    ...recorded,
  };
}

const storedParty = z.object({ number: z.string(), name: z.string(), userId: z.nullable(z.number()) });

const storedDiversions = z.array(
  z.object({
    userId: z.number(),
    why: z.enum(["doNotDisturb", "forward"]),
    to: z.string(),
    isAnswered: z.boolean(),
    number: z.string(),
    name: z.string(),
  }),
);

/** Entries in a form that this version does not know are left out. */
export function readDivertedFrom(stored: string | null): readonly DivertedFrom[] {
  return stored === null ? [] : (storedDiversions.safeParse(JSON.parse(stored)).data ?? []);
}

const directionOf = (text: string): ListedCall["direction"] =>
  text === "inbound" || text === "outbound" ? text : "internal";

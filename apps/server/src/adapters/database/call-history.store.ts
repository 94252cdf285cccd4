import { CALL_DESTINATIONS, HISTORY_SORT_MAX } from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import type {
  CallHistoryStore,
  CallOrder,
  CallSearch,
  StoredCall,
  StoredRecording,
} from "../../modules/call-history/index.ts";
import { countedPage, type DayCount } from "./counted-page.ts";
import { recordedCallIds } from "./recorded-calls.ts";
import { contains } from "./rows.ts";
import { dayOf, startOfDay, WHOLE_REALM } from "./call-record.store.ts";
import type { Tables } from "./schema.ts";

/** CDR-6: totals and deep pages are counted by days, so that no question reads more than its page and two days. */
export function createCallHistoryStore(db: Kysely<Tables>): CallHistoryStore {
  return {
    count: async (search) => (await dayCounts(db, search)).reduce((sum, { calls }) => sum + calls, 0),

    page: async (search, { ascending, start, limit }) => {
      const days = await dayCounts(db, search);
      const total = days.reduce((sum, { calls }) => sum + calls, 0);
      const place = countedPage(days, { start, limit, ascending });
      if (place === undefined) return { total, calls: [] };
      const part = within(search, place);
      return { total, calls: await callsOf(db, await idsBy(db, part, { ascending, offset: place.skip, limit })) };
    },

    after: async (search, { last, ascending, limit }) =>
      callsOf(db, await idsBy(db, search, { ascending, offset: 0, limit, last })),

    ordered: (search, order) => orderedIds(db, search, order),

    byIds: (ids) => callsOf(db, ids),

    recorded: async (search, narrowing) => {
      const { ids, next } = await recordedCallIds(db, search, narrowing);
      return { calls: await callsOf(db, ids), next };
    },

    byId: async (realm, id) => {
      const [call] = await callsOf(db, [id]);
      return call?.realm === realm ? call : undefined;
    },

    chainOf: async (realm, callId) => {
      const known = new Set([callId]);
      for (let fresh = [callId]; fresh.length > 0 && known.size < LONGEST_CHAIN;) {
        const links = await db
          .selectFrom("call_links")
          .where((eb) => eb.or([eb("earlier", "in", fresh), eb("later", "in", fresh)]))
          .selectAll()
          .execute();
        fresh = [...new Set(links.flatMap(({ earlier, later }) => [earlier, later]))].filter((one) => !known.has(one));
        for (const one of fresh) known.add(one);
      }
      const rows = await db
        .selectFrom("cdrs")
        .where("call_id", "in", [...known])
        .where("realm", "=", realm)
        .select("id")
        .orderBy("started_at")
        .orderBy("id")
        .execute();
      return callsOf(
        db,
        rows.map(({ id }) => id),
      );
    },
  };
}

/** A call that is passed on so often is none any more. */
const LONGEST_CHAIN = 50;

const within = (search: CallSearch, days: { readonly fromDay: number; readonly untilDay: number }): CallSearch => ({
  ...search,
  from: Math.max(search.from, startOfDay(days.fromDay)),
  until: Math.min(search.until, startOfDay(days.untilDay)),
});

/** Calls of each day with any, the first day first; of a day that the search has a part of, they are counted one by one. */
async function dayCounts(db: Kysely<Tables>, search: CallSearch): Promise<readonly DayCount[]> {
  const { from, until } = search;
  if (until <= from) return [];
  const days = await countsOf(db, search, [dayOf(from), dayOf(until - 1)]);
  return Promise.all(
    days.map(async ({ day, calls }) => {
      const [begins, ends] = [startOfDay(day), startOfDay(day + 1)];
      if (begins >= from && ends <= until) return { day, calls };
      const part = { ...search, from: Math.max(from, begins), until: Math.min(until, ends) };
      return { day, calls: await countEach(db, part) };
    }),
  );
}

/** A call that several of them were in is in the counts of each, and so taken off for all but one. */
async function countsOf(
  db: Kysely<Tables>,
  { realm, scope }: CallSearch,
  [first, last]: readonly [first: number, last: number],
): Promise<readonly DayCount[]> {
  const userIds = scope === "realm" ? [WHOLE_REALM] : [...scope.userIds];
  const each = db
    .selectFrom("call_counts")
    .where("realm", "=", realm)
    .where("user_id", "in", userIds)
    .where("day", ">=", first)
    .where("day", "<=", last)
    .select(["day", "calls"]);
  if (userIds.length === 1) return each.orderBy("day").execute();
  const together = db
    .selectFrom("call_group_members")
    .where("user_id", "in", userIds)
    .groupBy("people")
    .having((eb) => eb.fn.countAll(), ">", 1)
    .select(["people", sql<number>`count(*) - 1`.as("extra")]);
  const twice = db
    .selectFrom(together.as("together"))
    .innerJoin("call_group_counts as counted", "counted.people", "together.people")
    .where("day", ">=", first)
    .where("day", "<=", last)
    .select(["day", sql<number>`- calls * extra`.as("calls")]);
  return db
    .selectFrom(each.unionAll(twice).as("counted"))
    .groupBy("day")
    .having(sql`sum(calls)`, ">", 0)
    .select(["day", sql<number>`cast(sum(calls) as bigint)`.as("calls")])
    .orderBy("day")
    .execute();
}

async function countEach(db: Kysely<Tables>, search: CallSearch): Promise<number> {
  const { total } = await db
    .selectFrom(entries(db, search).as("found"))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** What the calls of a search are found by, read from an index alone. */
function entries(db: Kysely<Tables>, { realm, scope, from, until }: CallSearch) {
  if (scope === "realm")
    return db
      .selectFrom("cdrs")
      .where("realm", "=", realm)
      .where("started_at", ">=", from)
      .where("started_at", "<", until)
      .select(["started_at as at", "id as call"]);
  const [only] = scope.userIds;
  const parties = db
    .selectFrom("call_parties")
    .where("started_at", ">=", from)
    .where("started_at", "<", until)
    .select(["started_at as at", "cdr_id as call"]);
  if (scope.userIds.length === 1 && only !== undefined) return parties.where("user_id", "=", only);
  // One call may be the call of two of them.
  return parties.where("user_id", "in", [...scope.userIds]).groupBy(["started_at", "cdr_id"]);
}

async function idsBy(
  db: Kysely<Tables>,
  search: CallSearch,
  {
    ascending,
    offset,
    limit,
    last,
  }: {
    readonly ascending: boolean;
    readonly offset: number;
    readonly limit: number;
    readonly last?: { readonly id: number; readonly startedAt: number } | undefined;
  },
): Promise<readonly number[]> {
  const order = ascending ? "asc" : "desc";
  // What is before the last one's time need not be looked at.
  const bounded =
    last === undefined
      ? search
      : ascending
        ? { ...search, from: last.startedAt }
        : { ...search, until: Math.min(search.until, last.startedAt + 1) };
  const beyond = ascending ? sql`>` : sql`<`;
  const rows = await db
    .selectFrom(entries(db, bounded).as("found"))
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(at, call) ${beyond} (${last?.startedAt ?? 0}, ${last?.id ?? 0})`),
    )
    .select("call")
    .orderBy("at", order)
    .orderBy("call", order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ call }) => call);
}

const SORTED_BY = {
  calldate: sql`started_at`,
  duration: sql`ended_at - started_at`,
  from: sql`from_number`,
  to: sql`to_number`,
} as const;

/** CDR-5, CDR-13 */
async function orderedIds(
  db: Kysely<Tables>,
  search: CallSearch,
  { sort, ascending, words }: CallOrder,
): Promise<readonly number[]> {
  const latest = db
    .selectFrom(entries(db, search).as("found"))
    .select("call")
    .orderBy("at", "desc")
    .orderBy("call", "desc")
    .limit(HISTORY_SORT_MAX);
  const order = ascending ? sql`asc` : sql`desc`;
  const rows = await db
    .selectFrom(latest.as("latest"))
    .innerJoin("cdrs", "cdrs.id", "latest.call")
    .select("cdrs.id")
    .where((eb) => eb.and(words.map((word) => contains(eb.ref("cdrs.words"), word))))
    .orderBy(sql`${SORTED_BY[sort]} ${order}`)
    .orderBy("started_at", sort === "calldate" && ascending ? "asc" : "desc")
    .orderBy("cdrs.id", sort === "calldate" && ascending ? "asc" : "desc")
    .execute();
  return rows.map(({ id }) => id);
}

/** In the order asked for. */
async function callsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly StoredCall[]> {
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

/** Recordings that began in these calls, or went into them with a leg. */
async function recordingsOf(
  db: Kysely<Tables>,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredRecording[]>> {
  const columns = ["recordings.id", "recordings.started_at", "recordings.duration_ms", "recordings.bytes"] as const;
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
  for (const { call_id, id, started_at, duration_ms, bytes } of [...begun, ...carried]) {
    if (duration_ms === null || bytes === null) continue;
    const ofCall = found.get(call_id) ?? new Map<string, StoredRecording>();
    ofCall.set(id, { id, startedAt: started_at, durationMs: duration_ms, bytes });
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
    endedBy: row.ended_by,
    endReason: row.end_reason,
    sipStatus: row.sip_status,
    quality: row.quality,
    forwardedBy: row.forwarded_by,
    // One that this version does not know is like none.
    destination: CALL_DESTINATIONS.find((one) => one === row.destination) ?? null,
    recordings,
  };
}

const directionOf = (text: string): StoredCall["direction"] =>
  text === "inbound" || text === "outbound" ? text : "internal";

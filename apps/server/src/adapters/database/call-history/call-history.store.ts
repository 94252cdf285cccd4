import { HISTORY_SORT_MAX } from "@callpanel/contract";
import { sql, type Kysely } from "kysely";
import type { CallHistoryStore, CallOrder, CallSearch } from "../../../modules/call-history/index.ts";
import { dayCounts, within } from "./call-counts.ts";
import { latestCalls } from "./call-entries.ts";
import { listedCalls, listedPage, readDivertedFrom, storedCalls } from "./call-rows.ts";
import { countedPage, type DayCount } from "./counted-page.ts";
import { recordedCallIds } from "./recorded-calls.ts";
import { isOfKind } from "./call-kinds.ts";
import { contains } from "../rows.ts";
import type { Tables } from "../schema.ts";

/** CDR-6: totals and deep pages use the counts of each day, so a query reads at most its page and two days. */
export function createCallHistoryStore(db: Kysely<Tables>): CallHistoryStore {
  return {
    page: async (search, { ascending, start, limit }) => {
      const days = await dayCounts(db, search);
      const total = totalOf(days);
      const place = countedPage(days, { start, limit, ascending });
      if (place === undefined) return { total, calls: [] };
      return { total, calls: await listedPage(db, within(search, place), { ascending, offset: place.skip, limit }) };
    },

    after: (search, { last, ascending, limit }) => listedPage(db, search, { ascending, offset: 0, limit, last }),

    ordered: (search, order, page) => orderedIds(db, search, { ...order, ...page }),

    listed: (ids) => listedCalls(db, ids),

    byIds: (ids) => storedCalls(db, ids),

    recorded: async (search, narrowing) => {
      const { ids, next } = await recordedCallIds(db, search, narrowing);
      return { calls: await storedCalls(db, ids), next };
    },

    byId: async (realm, id) => {
      const [call] = await storedCalls(db, [id]);
      return call?.realm === realm ? call : undefined;
    },

    diverted: async ({ userId, after, since, limit }) => {
      const rows = await db
        .selectFrom("call_parties")
        .innerJoin("cdrs", "cdrs.id", "call_parties.cdr_id")
        .where("call_parties.user_id", "=", userId)
        .where("call_parties.started_at", ">=", since)
        .where("cdrs.id", ">", after)
        .where("cdrs.diverted_from", "is not", null)
        .select(["cdrs.id", "cdrs.call_id", "cdrs.started_at", "cdrs.diverted_from"])
        .orderBy("cdrs.id", "desc")
        .limit(limit)
        .execute();
      return rows.toReversed().flatMap(({ call_id, started_at, diverted_from }) =>
        readDivertedFrom(diverted_from)
          .filter((one) => one.userId === userId)
          .map((from) => ({ callId: call_id, startedAt: started_at, ...from })),
      );
    },

    lastId: async () => {
      const { last } = await db
        .selectFrom("cdrs")
        .select((eb) => eb.fn.max("id").as("last"))
        .executeTakeFirstOrThrow();
      return Number(last ?? 0);
    },

    linked: (callIds) => linkedCalls(db, callIds),

    chainOf: async (realm, callId) => {
      const known = new Set([callId]);
      for (let fresh = [callId]; fresh.length > 0 && known.size < LONGEST_CHAIN;) {
        const links = await linksOf(db, fresh);
        fresh = [...new Set(links.flat())].filter((one) => !known.has(one));
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
      return listedCalls(
        db,
        rows.map(({ id }) => id),
      );
    },
  };
}

/** A chain of transfers is followed up to this length. */
const LONGEST_CHAIN = 50;

/** Pairs of calls in which a leg of one continued in the other, if one of the two is among these. */
async function linksOf(db: Kysely<Tables>, callIds: readonly string[]): Promise<ReadonlyArray<readonly string[]>> {
  const links = await db
    .selectFrom("call_links")
    .where((eb) => eb.or([eb("earlier", "in", callIds), eb("later", "in", callIds)]))
    .selectAll()
    .execute();
  return links.map(({ earlier, later }) => [earlier, later]);
}

/** CDR-62: the conversations of two or more of these calls. */
async function linkedCalls(
  db: Kysely<Tables>,
  callIds: readonly string[],
): Promise<ReadonlyArray<ReadonlySet<string>>> {
  const of = new Map(callIds.map((one) => [one, new Set([one])]));
  for (let fresh: readonly string[] = callIds, round = 0; fresh.length > 0 && round < LONGEST_CHAIN; round += 1) {
    const links = await linksOf(db, fresh);
    fresh = [...new Set(links.flat())].filter((one) => !of.has(one));
    for (const one of fresh) of.set(one, new Set([one]));
    for (const [earlier = "", later = ""] of links) {
      const [one, other] = [of.get(earlier), of.get(later)];
      if (one === undefined || other === undefined || one === other) continue;
      for (const call of other) of.set(call, one.add(call));
    }
  }
  const asked = new Set(callIds);
  return [...new Set(of.values())]
    .map((conversation) => new Set([...conversation].filter((one) => asked.has(one))))
    .filter(({ size }) => size > 1);
}

const totalOf = (days: readonly DayCount[]): number => days.reduce((sum, { calls }) => sum + calls, 0);

type OrderedPage = CallOrder & { readonly start: number; readonly limit: number };

/** CDR-5, CDR-13, CDR-60 */
async function orderedIds(
  db: Kysely<Tables>,
  search: CallSearch,
  order: OrderedPage,
): ReturnType<CallHistoryStore["ordered"]> {
  const { sort, ascending, words, kind, start, limit } = order;
  const days = await dayCounts(db, search);
  const place = countedPage(days, { start: 0, limit: HISTORY_SORT_MAX, ascending: false });
  const isComplete = totalOf(days) <= HISTORY_SORT_MAX;
  if (place === undefined) return { total: 0, ids: [], isComplete };
  const conditions = [
    ...words.map((word) => contains(sql.ref<string>("cdrs.words"), word)),
    ...(kind === undefined ? [] : [isOfKind(kind, search.scope)]),
  ];
  const latest = latestCalls(db, within(search, place), {
    isFound: conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` and `)})`,
    sortedBy: sort === "calldate" ? undefined : SORTED_BY[sort],
  });
  const direction = ascending ? "asc" : "desc";
  const byTime = sort === "calldate" ? direction : "desc";
  const rows = await db
    .selectFrom(latest.as("latest"))
    .select(["call", sql<number>`cast(count(*) over () as bigint)`.as("total")])
    .$if(conditions.length > 0, (query) => query.where(sql<boolean>`is_found`))
    .$if(sort !== "calldate", (query) => query.orderBy(sql`sorted_by`, direction))
    .orderBy("at", byTime)
    .orderBy("call", byTime)
    .limit(limit)
    .offset(start)
    .execute();
  const [first] = rows;
  if (first === undefined && start > 0)
    return { ...(await orderedIds(db, search, { ...order, start: 0, limit: 1 })), ids: [] };
  return { total: first?.total ?? 0, ids: rows.map(({ call }) => call), isComplete };
}

const SORTED_BY = {
  duration: sql<number>`cdrs.ended_at - cdrs.started_at`,
  from: sql<string>`cdrs.from_number`,
  to: sql<string>`cdrs.to_number`,
} as const;

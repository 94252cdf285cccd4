import { HISTORY_SORT_MAX } from "@callpanel/contract";
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from "kysely";
import type { CallSearch } from "../../../modules/call-history/index.ts";
import type { Tables } from "../schema.ts";

/** A call in the list of calls: reading continues after it. */
export interface CallPlace {
  readonly id: number;
  readonly startedAt: number;
}

/** Calls that match a search, as index entries: only an index is read. */
export const callEntries = (db: Kysely<Tables>, search: CallSearch) =>
  search.scope === "realm" ? callsOfRealm(db, search) : callsOfPeople(db, search, search.scope.userIds);

const callsOfRealm = (db: Kysely<Tables>, { realm, from, until }: CallSearch) =>
  db
    .selectFrom("cdrs")
    .where("realm", "=", realm)
    .where("started_at", ">=", from)
    .where("started_at", "<", until)
    .select(["started_at as at", "id as call"]);

function callsOfPeople(db: Kysely<Tables>, { from, until }: CallSearch, userIds: readonly number[]) {
  const [only] = userIds;
  const parties = db
    .selectFrom("call_parties")
    .where("started_at", ">=", from)
    .where("started_at", "<", until)
    .select(["started_at as at", "cdr_id as call"]);
  if (userIds.length === 1 && only !== undefined) return parties.where("user_id", "=", only);
  // A call between two of these people must appear once.
  return parties.where("user_id", "in", [...userIds]).groupBy(["started_at", "cdr_id"]);
}

export interface EntryPage {
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Only calls after this one. */
  readonly last?: CallPlace | undefined;
}

/** A page of them in order of time. */
export function entryPage(db: Kysely<Tables>, search: CallSearch, page: EntryPage) {
  const { ascending, last } = page;
  // Narrow the time range to what comes after the last call.
  const bounded =
    last === undefined
      ? search
      : ascending
        ? { ...search, from: last.startedAt }
        : { ...search, until: Math.min(search.until, last.startedAt + 1) };
  return bounded.scope === "realm"
    ? inOrder(callsOfRealm(db, bounded), "id", page)
    : inOrder(callsOfPeople(db, bounded, bounded.scope.userIds), "cdr_id", page);
}

/** Ordered by columns and in the same query as what groups them: PostgreSQL then sorts once, or not at all. */
function inOrder<From extends keyof Tables, Row>(
  entries: SelectQueryBuilder<Tables, From, Row>,
  id: "id" | "cdr_id",
  { ascending, offset, limit, last }: EntryPage,
) {
  const order = ascending ? "asc" : "desc";
  const beyond = ascending ? sql`>` : sql`<`;
  const rest = last && sql<boolean>`(started_at, ${sql.ref(id)}) ${beyond} (${last.startedAt}, ${last.id})`;
  return (rest === undefined ? entries : entries.where(rest))
    .orderBy(sql`started_at`, order)
    .orderBy(sql.ref(id), order)
    .limit(limit)
    .offset(offset);
}

/** Facts of a row of `cdrs`. */
interface CallFacts {
  readonly isFound: RawBuilder<boolean> | undefined;
  readonly sortedBy: RawBuilder<number | string> | undefined;
}

/**
 * The latest HISTORY_SORT_MAX calls with these facts, as `is_found` and `sorted_by`. Calls of the whole company are read in order of
 * time with their facts. Those of some people are looked up one at a time: with a join, PostgreSQL would read all calls.
 */
export function latestCalls(db: Kysely<Tables>, search: CallSearch, { isFound, sortedBy }: CallFacts) {
  const page = { ascending: false, offset: 0, limit: HISTORY_SORT_MAX };
  const facts = (of: (fact: RawBuilder<boolean | number | string>) => RawBuilder<unknown>) => [
    ...(isFound ? [of(isFound).as("is_found")] : []),
    ...(sortedBy ? [of(sortedBy).as("sorted_by")] : []),
  ];
  if (search.scope === "realm") return inOrder(callsOfRealm(db, search).select(facts((fact) => fact)), "id", page);
  return db
    .selectFrom(inOrder(callsOfPeople(db, search, search.scope.userIds), "cdr_id", page).as("entries"))
    .select(["at", "call"])
    .select(facts((fact) => sql`(select ${fact} from cdrs where cdrs.id = entries.call)`));
}

import { sql, type Kysely } from "kysely";
import type { CallSearch } from "../../../modules/call-history/index.ts";
import type { Tables } from "../schema.ts";

/** A call in the list of calls: reading continues after it. */
export interface CallPlace {
  readonly id: number;
  readonly startedAt: number;
}

/** Calls that match a search, as index entries: only an index is read. */
export function callEntries(db: Kysely<Tables>, { realm, scope, from, until }: CallSearch) {
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
  // A call between two of these people must appear once.
  return parties.where("user_id", "in", [...scope.userIds]).groupBy(["started_at", "cdr_id"]);
}

export interface EntryPage {
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Only calls after this one. */
  readonly last?: CallPlace | undefined;
}

/** A page of them in order of time. */
export function entryPage(db: Kysely<Tables>, search: CallSearch, { ascending, offset, limit, last }: EntryPage) {
  const order = ascending ? "asc" : "desc";
  // Narrow the time range to what comes after the last call.
  const bounded =
    last === undefined
      ? search
      : ascending
        ? { ...search, from: last.startedAt }
        : { ...search, until: Math.min(search.until, last.startedAt + 1) };
  const beyond = ascending ? sql`>` : sql`<`;
  return db
    .selectFrom(callEntries(db, bounded).as("entries"))
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(at, call) ${beyond} (${last?.startedAt ?? 0}, ${last?.id ?? 0})`),
    )
    .select(["at", "call"])
    .orderBy("at", order)
    .orderBy("call", order)
    .limit(limit)
    .offset(offset);
}

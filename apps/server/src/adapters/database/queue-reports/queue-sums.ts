import type { Kysely } from "kysely";
import type { QueueSearch } from "../../../modules/queue-reports/index.ts";
import type { Tables } from "../schema.ts";
import { periodOf, type QueueTables, type SumMinutes } from "./queue-tables.ts";

export type QueueDatabase = Kysely<Tables & QueueTables>;

/** The sums of a search in periods of this length; the search begins and ends with one. */
export function sumsOf(db: QueueDatabase, minutes: SumMinutes, { realm, scope, from, until }: QueueSearch) {
  const found = db
    .selectFrom("queue_sums")
    .where("realm", "=", realm)
    .where("minutes", "=", minutes)
    .where("period", ">=", periodOf(from, minutes))
    .where("period", "<", periodOf(until, minutes));
  return scope === "realm" ? found : found.where("queue_id", "in", scope.queueIds);
}

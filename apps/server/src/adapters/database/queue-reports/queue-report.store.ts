import { PostgresAdapter, sql, type Compilable, type Kysely } from "kysely";
import type { QueueReportStore, QueueSearch } from "../../../modules/queue-reports/index.ts";
import type { Tables } from "../schema.ts";
import { readRow } from "./queue-log-row.ts";
import { periodSums } from "./period-sums.ts";
import type { QueueDatabase } from "./queue-sums.ts";
import type { QueueTables } from "./queue-tables.ts";
import { agentsOf, agentSums, agentTimes } from "./agent-report.ts";
import { stayPage, staysBefore } from "./stay-page.ts";

export function createQueueReportStore(all: Kysely<Tables>): QueueReportStore {
  const db = all.withTables<QueueTables>();

  return {
    sums: async (search, periods) => (isEmpty(search) ? [] : withRoomToGroup(db, periodSums(db, search, periods))),

    stays: async (search, page) => (isEmpty(search) ? { total: 0, stays: [] } : stayPage(db, search, page)),

    staysBefore: async (search, before, limit) => (isEmpty(search) ? [] : staysBefore(db, search, { before, limit })),

    agentSums: async (search) => (isEmpty(search) ? [] : agentSums(db, search)),
    agentTimes: async (search) => (isEmpty(search) ? [] : agentTimes(db, search)),
    agentsOf: (search) => agentsOf(db, search),

    rowsOfCall: async (realm, callId) => {
      const rows = await db
        .selectFrom("queue_log")
        .where("call_id", "=", callId)
        .where("realm", "=", realm)
        .select("row")
        .orderBy("id")
        .execute();
      return rows.map(({ row }) => readRow(row));
    },

    rowsOfAgent: async (search, { offset, limit }) => {
      if (isEmpty(search)) return { total: 0, rows: [] };
      const { realm, scope, agentId, from, until } = search;
      const all = db
        .selectFrom("queue_log")
        .where("realm", "=", realm)
        .where("agent_id", "=", agentId)
        .where("at", ">=", from)
        .where("at", "<", until);
      // Rows about all queues (a login) are for readers of all queues.
      const found = scope === "realm" ? all : all.where("queue_id", "in", scope.queueIds);
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await found
        .select("row")
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .offset(offset)
        .limit(limit)
        .execute();
      return { total, rows: rows.map(({ row }) => readRow(row)) };
    },
  };
}

/**
 * PostgreSQL takes each period for a group of its own, which would not fit into its usual memory, and sorts a year's sums on the
 * disk: three times as long.
 */
async function withRoomToGroup<Row>(db: QueueDatabase, query: Compilable<Row>): Promise<Row[]> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return (await db.executeQuery(query)).rows;
  return db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64MB'`.execute(trx);
    return (await trx.executeQuery(query)).rows;
  });
}

const isEmpty = ({ scope, from, until }: QueueSearch): boolean =>
  until <= from || (scope !== "realm" && scope.queueIds.length === 0);

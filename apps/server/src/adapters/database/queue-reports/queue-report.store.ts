import { PostgresAdapter, sql, type Compilable, type Kysely } from "kysely";
import type { QueueReportStore, QueueSearch } from "../../../modules/queue-reports/index.ts";
import type { Tables } from "../schema.ts";
import { readRow } from "./queue-log-row.ts";
import { sumsOf, type QueueDatabase } from "./queue-sums.ts";
import { longestWithin, periodOf, type QueueTables } from "./queue-tables.ts";
import { agentsOf, agentSums, agentTimes } from "./agent-report.ts";
import { stayPage, staysBefore } from "./stay-page.ts";

export function createQueueReportStore(all: Kysely<Tables>): QueueReportStore {
  const db = all.withTables<QueueTables>();

  return {
    sums: async (search, { periodMs, shiftMs }) => {
      if (isEmpty(search)) return [];
      const { from, until } = search;
      const minutes = longestWithin(periodMs, shiftMs, from, until);
      const [length, shift] = [periodOf(periodMs, minutes), periodOf(shiftMs, minutes)];
      // Whole numbers: both databases round the division down, since no period is negative.
      const period = sql<number>`(period + ${sql.lit(shift)}) / ${sql.lit(length)}`;
      const sum = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
      const query = sumsOf(db, minutes, search)
        .select([
          "queue_id as queueId",
          period.as("period"),
          sum("calls").as("calls"),
          sum("answered").as("answered"),
          sum("in_target").as("inTarget"),
          sum("abandoned").as("abandoned"),
          sum("timed_out").as("timedOut"),
          sum("exited").as("exited"),
          sum("hold_ms").as("holdMs"),
          sum("talk_ms").as("talkMs"),
          sql<number>`max(longest_talk_ms)`.as("longestTalkMs"),
        ])
        .groupBy(["queue_id", sql`2`]);
      return withRoomToGroup(db, query);
    },

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

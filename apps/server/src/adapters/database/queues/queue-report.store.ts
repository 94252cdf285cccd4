import { sql, type Kysely } from "kysely";
import type { QueueReportStore, QueueSearch } from "../../../modules/queue-reports/index.ts";
import type { Tables } from "../schema.ts";
import { readRow } from "./queue-log-row.ts";
import { QUARTER_MS, quarterOf, type QueueTables } from "./queue-tables.ts";

export function createQueueReportStore(all: Kysely<Tables>): QueueReportStore {
  const db = all.withTables<QueueTables>();

  const quarters = ({ realm, scope, from, until }: QueueSearch) => {
    const found = db
      .selectFrom("queue_quarters")
      .where("realm", "=", realm)
      .where("quarter", ">=", quarterOf(from))
      .where("quarter", "<", quarterOf(until));
    return scope === "realm" ? found : found.where("queue_id", "in", scope.queueIds);
  };

  return {
    sums: async (search, { periodMs, shiftMs }) => {
      if (isEmpty(search)) return [];
      // Whole numbers: both databases round the division down, since no quarter is negative.
      const period = sql<number>`(quarter + ${sql.lit(shiftMs / QUARTER_MS)}) / ${sql.lit(periodMs / QUARTER_MS)}`;
      const sum = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
      return quarters(search)
        .select([
          "queue_id as queueId",
          period.as("period"),
          sum("calls").as("calls"),
          sum("answered").as("answered"),
          sum("abandoned").as("abandoned"),
          sum("timed_out").as("timedOut"),
          sum("exited").as("exited"),
          sum("hold_ms").as("holdMs"),
          sum("talk_ms").as("talkMs"),
          sql<number>`max(longest_talk_ms)`.as("longestTalkMs"),
        ])
        .groupBy(["queue_id", sql`2`])
        .execute();
    },

    stays: async (search, { offset, limit }) => {
      if (isEmpty(search)) return { total: 0, stays: [] };
      const { realm, scope, from, until } = search;
      const { total } = await quarters(search)
        .select(sql<number>`cast(coalesce(sum(calls), 0) as bigint)`.as("total"))
        .executeTakeFirstOrThrow();
      const found = db
        .selectFrom("queue_stays")
        .where("realm", "=", realm)
        .where("entered_at", ">=", from)
        .where("entered_at", "<", until);
      const rows = await (scope === "realm" ? found : found.where("queue_id", "in", scope.queueIds))
        .selectAll()
        .orderBy("entered_at", "desc")
        .orderBy("id", "desc")
        .offset(offset)
        .limit(limit)
        .execute();
      return {
        total,
        stays: rows.map((row) => ({
          callId: row.call_id,
          queueId: row.queue_id,
          number: row.number,
          name: row.name,
          enteredAt: row.entered_at,
          position: row.position,
          status: row.status,
          waitMs: row.wait_ms,
          talkMs: row.talk_ms,
          agentId: row.agent_id,
          endedAt: row.ended_at,
        })),
      };
    },

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

const isEmpty = ({ scope, from, until }: QueueSearch): boolean =>
  until <= from || (scope !== "realm" && scope.queueIds.length === 0);

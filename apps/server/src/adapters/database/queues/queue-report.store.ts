import { sql, type Kysely } from "kysely";
import type { QueueReportStore, QueueSearch } from "../../../modules/queue-reports/index.ts";
import { countedPage, type DayCount } from "../call-history/counted-page.ts";
import type { Tables } from "../schema.ts";
import { readRow } from "./queue-log-row.ts";
import { longestWithin, periodOf, startOfPeriod, type QueueTables, type SumMinutes } from "./queue-tables.ts";

const QUARTER = 15;
const DAY = 1_440;

export function createQueueReportStore(all: Kysely<Tables>): QueueReportStore {
  const db = all.withTables<QueueTables>();

  const sumsOf = (minutes: SumMinutes, { realm, scope, from, until }: QueueSearch) => {
    const found = db
      .selectFrom("queue_sums")
      .where("realm", "=", realm)
      .where("minutes", "=", minutes)
      .where("period", ">=", periodOf(from, minutes))
      .where("period", "<", periodOf(until, minutes));
    return scope === "realm" ? found : found.where("queue_id", "in", scope.queueIds);
  };

  /** The number of stays of each day in UTC, oldest first. Of the first and the last day only what the search covers. */
  const dayCounts = async (search: QueueSearch): Promise<readonly DayCount[]> => {
    const { from, until } = search;
    const [first, last] = [periodOf(from, DAY), periodOf(until - 1, DAY)];
    const whole = {
      ...search,
      from: startOfPeriod(periodOf(from - 1, DAY) + 1, DAY),
      until: startOfPeriod(periodOf(until, DAY), DAY),
    };
    const calls = sql<number>`cast(coalesce(sum(calls), 0) as bigint)`.as("calls");
    const part = async (day: number): Promise<DayCount> => {
      const of = {
        ...search,
        from: Math.max(from, startOfPeriod(day, DAY)),
        until: Math.min(until, startOfPeriod(day + 1, DAY)),
      };
      return { day, ...(await sumsOf(QUARTER, of).select(calls).executeTakeFirstOrThrow()) };
    };
    const inside = sumsOf(DAY, whole).groupBy("period").orderBy("period").select(["period as day", calls]);
    const days = whole.until <= whole.from ? [] : await inside.execute();
    const isFirstPart = from < whole.from;
    const isLastPart = until > whole.until && (last > first || !isFirstPart);
    return [...(isFirstPart ? [await part(first)] : []), ...days, ...(isLastPart ? [await part(last)] : [])];
  };

  return {
    sums: async (search, { periodMs, shiftMs }) => {
      if (isEmpty(search)) return [];
      const { from, until } = search;
      const minutes = longestWithin(periodMs, shiftMs, from, until);
      const [length, shift] = [periodOf(periodMs, minutes), periodOf(shiftMs, minutes)];
      // Whole numbers: both databases round the division down, since no period is negative.
      const period = sql<number>`(period + ${sql.lit(shift)}) / ${sql.lit(length)}`;
      const sum = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
      return sumsOf(minutes, search)
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
      const counts = await dayCounts(search);
      const total = counts.reduce((sum, { calls }) => sum + calls, 0);
      const place = countedPage(counts, { start: offset, limit, ascending: false });
      if (place === undefined) return { total, stays: [] };
      const { realm, scope, from, until } = search;
      const found = db
        .selectFrom("queue_stays")
        .where("realm", "=", realm)
        .where("entered_at", ">=", Math.max(from, startOfPeriod(place.fromDay, DAY)))
        .where("entered_at", "<", Math.min(until, startOfPeriod(place.untilDay, DAY)));
      const rows = await (scope === "realm" ? found : found.where("queue_id", "in", scope.queueIds))
        .selectAll()
        .orderBy("entered_at", "desc")
        .orderBy("id", "desc")
        .offset(place.skip)
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

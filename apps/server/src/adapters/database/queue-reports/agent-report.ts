import { sql } from "kysely";
import type { AgentSums, AgentTime, QueueSearch } from "../../../modules/queue-reports/index.ts";
import type { QueueDatabase } from "./queue-sums.ts";
import { OPEN_END, periodOf, startOfPeriod, type SumMinutes } from "./queue-tables.ts";

const QUARTER = 15;
const DAY = 1_440;

/** Whole days in UTC come from the sums of days, what is left at both ends from those of quarters of an hour. */
export async function agentSums(db: QueueDatabase, search: QueueSearch): Promise<readonly AgentSums[]> {
  const { from, until } = search;
  const firstDay = Math.min(until, startOfPeriod(periodOf(from - 1, DAY) + 1, DAY));
  const lastDay = Math.max(firstDay, startOfPeriod(periodOf(until, DAY), DAY));
  const parts = await Promise.all([
    sumsIn(db, QUARTER, { ...search, until: firstDay }),
    sumsIn(db, DAY, { ...search, from: firstDay, until: lastDay }),
    sumsIn(db, QUARTER, { ...search, from: lastDay }),
  ]);
  const byAgent = new Map<number, AgentSums>();
  for (const one of parts.flat()) {
    const known = byAgent.get(one.agentId);
    byAgent.set(one.agentId, known === undefined ? one : added(known, one));
  }
  return [...byAgent.values()];
}

async function sumsIn(db: QueueDatabase, minutes: SumMinutes, search: QueueSearch): Promise<readonly AgentSums[]> {
  const { realm, scope, from, until, agentId } = search;
  if (until <= from) return [];
  const inTime = db
    .selectFrom("queue_agent_sums")
    .where("realm", "=", realm)
    .where("minutes", "=", minutes)
    .where("period", ">=", periodOf(from, minutes))
    .where("period", "<", periodOf(until, minutes));
  const ofAgent = agentId === undefined ? inTime : inTime.where("agent_id", "=", agentId);
  const sum = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
  return (scope === "realm" ? ofAgent : ofAgent.where("queue_id", "in", scope.queueIds))
    .select([
      "agent_id as agentId",
      sum("answered").as("answered"),
      sum("missed").as("missed"),
      sum("rejected").as("rejected"),
      sum("hold_ms").as("holdMs"),
      sum("talk_ms").as("talkMs"),
      sum("wrap_up_ms").as("wrapUpMs"),
    ])
    .groupBy("agent_id")
    .execute();
}

const added = (one: AgentSums, other: AgentSums): AgentSums => ({
  agentId: one.agentId,
  answered: one.answered + other.answered,
  missed: one.missed + other.missed,
  rejected: one.rejected + other.rejected,
  holdMs: one.holdMs + other.holdMs,
  talkMs: one.talkMs + other.talkMs,
  wrapUpMs: one.wrapUpMs + other.wrapUpMs,
});

export async function agentTimes(db: QueueDatabase, search: QueueSearch): Promise<readonly AgentTime[]> {
  const { realm, scope, from, until, agentId } = search;
  const inTime = db
    .selectFrom("queue_agent_times")
    .where("realm", "=", realm)
    .where("kind", "!=", "wrapUp")
    .where("ended_at", ">", from)
    .where("started_at", "<", until);
  const ofAgent = agentId === undefined ? inTime : inTime.where("agent_id", "=", agentId);
  // A pause in all queues is one time in each of them.
  const rows = await (scope === "realm" ? ofAgent : ofAgent.where("queue_id", "in", scope.queueIds))
    .select(["agent_id", "kind", "reason", "started_at", "ended_at"])
    .distinct()
    .execute();
  return rows.map(({ agent_id, kind, reason, started_at, ended_at }) => ({
    agentId: agent_id,
    kind: kind === "login" ? "login" : "pause",
    reason,
    startedAt: started_at,
    endedAt: ended_at === OPEN_END ? Infinity : ended_at,
  }));
}

export async function agentsOf(
  db: QueueDatabase,
  { realm, scope }: Pick<QueueSearch, "realm" | "scope">,
): Promise<readonly number[]> {
  if (scope !== "realm" && scope.queueIds.length === 0) return [];
  const summed = db.selectFrom("queue_agent_sums").where("realm", "=", realm).where("minutes", "=", DAY);
  const timed = db.selectFrom("queue_agent_times").where("realm", "=", realm);
  const rows = await Promise.all([
    (scope === "realm" ? summed : summed.where("queue_id", "in", scope.queueIds))
      .select("agent_id")
      .distinct()
      .execute(),
    (scope === "realm" ? timed : timed.where("queue_id", "in", scope.queueIds)).select("agent_id").distinct().execute(),
  ]);
  return [...new Set(rows.flat().map((row) => row.agent_id))];
}

import { sql, type Selectable } from "kysely";
import type { QueueReportStore, QueueSearch, QueueStay } from "../../../modules/queue-reports/index.ts";
import { countedPage, type DayCount } from "../call-history/counted-page.ts";
import { sumsOf, type QueueDatabase } from "./queue-sums.ts";
import { periodOf, startOfPeriod, type QueueTables } from "./queue-tables.ts";

const QUARTER = 15;
const DAY = 1_440;

/** QREP-5: a page of stays, the latest first. The sums of days find the page, so a query reads it and at most two days. */
export async function stayPage(
  db: QueueDatabase,
  search: QueueSearch,
  { offset, limit }: Parameters<QueueReportStore["stays"]>[1],
): ReturnType<QueueReportStore["stays"]> {
  if (search.agentId !== undefined) return agentPage(db, search, { offset, limit });
  const counts = await dayCounts(db, search);
  const total = counts.reduce((sum, { calls }) => sum + calls, 0);
  const place = countedPage(counts, { start: offset, limit, ascending: false });
  if (place === undefined) return { total, stays: [] };
  const days = {
    ...search,
    from: Math.max(search.from, startOfPeriod(place.fromDay, DAY)),
    until: Math.min(search.until, startOfPeriod(place.untilDay, DAY)),
  };
  const rows = await latestOf(db, days).offset(place.skip).limit(limit).execute();
  return { total, stays: rows.map(stayOf) };
}

/** The calls of one agent: an index has them in order. */
async function agentPage(
  db: QueueDatabase,
  search: QueueSearch,
  { offset, limit }: Parameters<QueueReportStore["stays"]>[1],
): ReturnType<QueueReportStore["stays"]> {
  const { total } = await staysOf(db, search)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await latestOf(db, search).offset(offset).limit(limit).execute();
  return { total, stays: rows.map(stayOf) };
}

/** The stays from before one of them on, the latest first. */
export async function staysBefore(
  db: QueueDatabase,
  search: QueueSearch,
  { before, limit }: { readonly before: Pick<QueueStay, "id" | "enteredAt"> | undefined; readonly limit: number },
): Promise<readonly QueueStay[]> {
  const all = latestOf(db, search).limit(limit);
  const rows = await (
    before === undefined
      ? all
      : all
          .where("entered_at", "<=", before.enteredAt)
          .where((eb) => eb.or([eb("entered_at", "<", before.enteredAt), eb("id", "<", before.id)]))
  ).execute();
  return rows.map(stayOf);
}

function staysOf(db: QueueDatabase, { realm, scope, from, until, agentId }: QueueSearch) {
  const inTime = db
    .selectFrom("queue_stays")
    .where("realm", "=", realm)
    .where("entered_at", ">=", from)
    .where("entered_at", "<", until);
  const found = agentId === undefined ? inTime : inTime.where("agent_id", "=", agentId);
  return scope === "realm" ? found : found.where("queue_id", "in", scope.queueIds);
}

const latestOf = (db: QueueDatabase, search: QueueSearch) =>
  staysOf(db, search).selectAll().orderBy("entered_at", "desc").orderBy("id", "desc");

const stayOf = (row: Selectable<QueueTables["queue_stays"]>): QueueStay => ({
  id: row.id,
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
  isCallback: row.callback === 1,
});

/** The number of stays of each day in UTC, oldest first. Of the first and the last day only what the search covers. */
async function dayCounts(db: QueueDatabase, search: QueueSearch): Promise<readonly DayCount[]> {
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
    return { day, ...(await sumsOf(db, QUARTER, of).select(calls).executeTakeFirstOrThrow()) };
  };
  const inside = sumsOf(db, DAY, whole).groupBy("period").orderBy("period").select(["period as day", calls]);
  const days = whole.until <= whole.from ? [] : await inside.execute();
  const isFirstPart = from < whole.from;
  const isLastPart = until > whole.until && (last > first || !isFirstPart);
  return [...(isFirstPart ? [await part(first)] : []), ...days, ...(isLastPart ? [await part(last)] : [])];
}

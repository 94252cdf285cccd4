import { sql, type Compilable } from "kysely";
import type { QueueReportStore, QueueSearch } from "../../../modules/queue-reports/index.ts";
import { sumsOf, type QueueDatabase } from "./queue-sums.ts";
import { longestWithin, type SumMinutes } from "./queue-tables.ts";

type Periods = Parameters<QueueReportStore["sums"]>[1];
type PeriodSums = Awaited<ReturnType<QueueReportStore["sums"]>>[number];

const MINUTE_MS = 60_000;
const BLOCK: SumMinutes = 240;
const BLOCK_MS = BLOCK * MINUTE_MS;

/**
 * QREP-3: the sums of each queue and each period, at most a day long, of a search. A local day rarely is a day of UTC. It is read as
 * the blocks of four hours that it has as a whole, and the one where it begins by shorter sums: about ten rows instead of up to 96.
 */
export function periodSums(
  db: QueueDatabase,
  search: QueueSearch,
  { periodMs, shiftMs }: Periods,
): Compilable<PeriodSums> {
  const { from, until } = search;
  const minutes = longestWithin(periodMs, shiftMs, from, until);
  // Each sum is a period: grouping tens of thousands of them takes half of the time.
  if (minutes * MINUTE_MS === periodMs)
    return sumsOf(db, minutes, search).select([
      "queue_id as queueId",
      sql<number>`period + ${sql.lit(shiftMs / periodMs)}`.as("period"),
      "calls",
      "answered",
      "in_target as inTarget",
      "abandoned",
      "timed_out as timedOut",
      "exited",
      "hold_ms as holdMs",
      "talk_ms as talkMs",
      "longest_talk_ms as longestTalkMs",
    ]);
  const isSplit = minutes < BLOCK && periodMs > BLOCK_MS && periodMs % BLOCK_MS === 0;
  const parts = isSplit
    ? blocksOf(db, search, { periodMs, shiftMs }).unionAll(betweenBlocks(db, { search, minutes, periodMs, shiftMs }))
    : sumsOf(db, minutes, search).selectAll();
  const sum = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
  // Whole numbers: both databases round the division down, since no period is negative.
  const period = sql<number>`(period * minutes * ${sql.lit(MINUTE_MS)} + ${sql.lit(shiftMs)}) / ${sql.lit(periodMs)}`;
  return db
    .selectFrom(parts.as("parts"))
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
}

/** A period begins within the block. */
const isCut = (block: number, { periodMs, shiftMs }: Periods): boolean =>
  modulo(block * BLOCK_MS + shiftMs, periodMs) > periodMs - BLOCK_MS;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** The blocks that are in the search, and in one of its periods, as a whole. */
function blocksOf(db: QueueDatabase, search: QueueSearch, periods: Periods) {
  const whole = {
    ...search,
    from: Math.ceil(search.from / BLOCK_MS) * BLOCK_MS,
    until: Math.floor(search.until / BLOCK_MS) * BLOCK_MS,
  };
  const inPeriod = periods.periodMs / BLOCK_MS;
  const cut = Array.from({ length: inPeriod }, (_, block) => block).filter((block) => isCut(block, periods));
  return sumsOf(db, BLOCK, whole)
    .$if(cut.length > 0, (sums) => sums.where(sql`period % ${sql.lit(inPeriod)}`, "not in", cut))
    .selectAll();
}

/** The shorter sums of all other blocks, as far as they are in the search. Their numbers are named: an index finds each, where a filter would read them all. */
function betweenBlocks(
  db: QueueDatabase,
  { search, minutes, ...periods }: { readonly search: QueueSearch; readonly minutes: SumMinutes } & Periods,
) {
  const { from, until } = search;
  const length = minutes * MINUTE_MS;
  const numbers: number[] = [];
  for (let block = Math.floor(from / BLOCK_MS); block * BLOCK_MS < until; block += 1) {
    const [begin, end] = [block * BLOCK_MS, (block + 1) * BLOCK_MS];
    if (begin >= from && end <= until && !isCut(block, periods)) continue;
    for (let at = begin; at < end; at += length) numbers.push(at / length);
  }
  return sumsOf(db, minutes, search)
    .where(sql<boolean>`period in (${sql.raw(numbers.length === 0 ? "null" : numbers.join(","))})`)
    .selectAll();
}

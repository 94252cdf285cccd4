import { sql, type QueryExecutorProvider } from "kysely";

/** Sums of four hours, from those of quarters, in the order of time: a year of local days then reads a quarter as many. */
export async function createFourHours(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into queue_sums
    (realm, queue_id, minutes, period, calls, answered, in_target, abandoned, timed_out, exited, hold_ms, talk_ms, longest_talk_ms)
    select realm, queue_id, 240, period / 16, sum(calls), sum(answered), sum(in_target), sum(abandoned), sum(timed_out), sum(exited),
      sum(hold_ms), sum(talk_ms), max(longest_talk_ms)
    from queue_sums where minutes = 15 group by realm, queue_id, period / 16 order by 4`.execute(db);
}

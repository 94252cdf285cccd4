import { sql, type QueryExecutorProvider } from "kysely";

/** Sums of half hours, from those of quarters: a year in a zone such as Asia/Kolkata then reads half as many. */
export async function createHalfHours(db: QueryExecutorProvider): Promise<void> {
  await sql`insert into queue_sums
    (realm, queue_id, minutes, period, calls, answered, in_target, abandoned, timed_out, exited, hold_ms, talk_ms, longest_talk_ms)
    select realm, queue_id, 30, period / 2, sum(calls), sum(answered), sum(in_target), sum(abandoned), sum(timed_out), sum(exited),
      sum(hold_ms), sum(talk_ms), max(longest_talk_ms)
    from queue_sums where minutes = 15 group by realm, queue_id, period / 2`.execute(db);
}

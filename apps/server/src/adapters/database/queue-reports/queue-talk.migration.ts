import { sql, type Kysely } from "kysely";

/** QMISS-3: agents' answers are talks too. */
export async function addQueueTalks(db: Kysely<unknown>): Promise<void> {
  await sql`insert into last_talks (realm, number, answered_at)
    select realm, number_key, max(entered_at + wait_ms) from queue_stays
    where agent_id is not null and wait_ms is not null group by realm, number_key
    on conflict (realm, number) do update set answered_at = excluded.answered_at
    where last_talks.answered_at < excluded.answered_at`.execute(db);
}

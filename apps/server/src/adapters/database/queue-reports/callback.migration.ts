import { sql, type Kysely } from "kysely";

/** Whether a caller asked to be called back. */
export async function addCallbacks(db: Kysely<unknown>): Promise<void> {
  await sql`alter table queue_stays add column callback bigint not null default 0`.execute(db);
}

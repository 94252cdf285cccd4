import { sql, type QueryExecutorProvider } from "kysely";

/** CONF-35: recordings of a room that the person in whose call they began may not hear. Earlier ones stay as they are. */
export async function addClosedRecordings(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table recordings add column closed bigint not null default 0`.execute(db);
}

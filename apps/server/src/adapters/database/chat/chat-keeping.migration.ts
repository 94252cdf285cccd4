import { sql, type Kysely } from "kysely";

/** A limit for the messages of a room, and where those that are kept begin. */
export async function createChatKeeping(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("chat_rooms").addColumn("keep_days", "bigint").execute();
  for (const column of ["first_n", "first_number"])
    await sql`alter table chat_rooms add column ${sql.ref(column)} bigint not null default 1`.execute(db);
}

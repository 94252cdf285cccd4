import type { Kysely } from "kysely";

/** A link ends with the session that made it. A session records which session's link opened it. */
export async function bindSignInLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("sign_in_links")
    .addColumn("session_id", "text", (one) => one.references("sessions.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("sign_in_links_session").on("sign_in_links").column("session_id").execute();
  await db.schema.alterTable("sessions").addColumn("opened_by", "text").execute();
  await db.schema.createIndex("sessions_opened_by").on("sessions").column("opened_by").execute();
}

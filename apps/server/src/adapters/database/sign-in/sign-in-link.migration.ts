import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Links that sign a person in on another device. */
export async function createSignInLinks(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sign_in_links", (t) =>
    t.textKey("digest").ownedBy("user_id", "users").text("password_mark").whole("created_at", "expires_at"),
  );
  await db.schema.createIndex("sign_in_links_user").on("sign_in_links").column("user_id").execute();
}

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

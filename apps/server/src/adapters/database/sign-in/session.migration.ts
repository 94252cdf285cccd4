import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Sessions, tokens and authorization codes. */
export async function createSessions(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sessions", (t) =>
    t
      .textKey("id")
      .ownedBy("user_id", "users")
      .text("client_id", "scope")
      .whole("created_at", "expires_at")
      .addColumn("revoked_at", "bigint"),
  );
  await create("tokens", (t) =>
    t
      .textKey("digest")
      .text("kind")
      .addColumn("session_id", "text", (one) => one.notNull().references("sessions.id").onDelete("cascade"))
      .whole("created_at", "expires_at")
      .addColumn("used_at", "bigint")
      .addColumn("parent", "text"),
  );
  await db.schema.createIndex("tokens_parent").on("tokens").column("parent").execute();
  await db.schema.createIndex("tokens_session").on("tokens").column("session_id").execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await create("authorization_codes", (t) =>
    t
      .textKey("digest")
      .ownedBy("user_id", "users")
      .text("client_id", "redirect_uri", "challenge")
      .whole("expires_at")
      .addColumn("used_at", "bigint")
      .addColumn("session_id", "text"),
  );
}

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Browsers that receive push messages, by session. */
export async function createPushSubscriptions(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("push_subscriptions", (t) =>
    t
      .textKey("endpoint")
      .ownedBy("user_id", "users")
      .text("p256dh", "auth", "locale")
      .addColumn("session_id", "text", (one) => one.notNull().references("sessions.id").onDelete("cascade"))
      .whole("created_at"),
  );
  await db.schema.createIndex("push_subscriptions_user").on("push_subscriptions").column("user_id").execute();
}

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Settings and members of queues, and who watches them. */
export async function createQueueSettings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("queue_settings", (t) => t.keyOf("number_id", "numbers").text("settings"));
  await create("queue_members", (t) =>
    t
      .ownedBy("number_id", "numbers")
      .ownedBy("user_id", "users")
      .whole("position", "penalty")
      .text("login")
      .addColumn("ring_in_use", "bigint")
      .addPrimaryKeyConstraint("queue_members_key", ["number_id", "user_id"]),
  );
  await db.schema.createIndex("queue_members_user").on("queue_members").column("user_id").execute();
  await create("queue_watches", (t) =>
    t
      .ownedBy("user_id", "users")
      .ownedBy("number_id", "numbers")
      .addPrimaryKeyConstraint("queue_watches_key", ["user_id", "number_id"]),
  );
  await db.schema.createIndex("queue_watches_number").on("queue_watches").column("number_id").execute();
}

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Links for wall displays of queues. */
export async function createQueueWalls(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("queue_walls", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .ownedBy("user_id", "users")
      .text("name", "queues", "digest")
      .whole("created_at")
      .addColumn("used_at", "bigint")
      .addUniqueConstraint("queue_walls_digest", ["digest"]),
  );
  await db.schema.createIndex("queue_walls_user").on("queue_walls").column("user_id").execute();
}

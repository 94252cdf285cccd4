import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** The buddies that each person watches, sorted. */
export async function createWatchedBuddies(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("watched_buddies", (t) =>
    t
      .ownedBy("user_id", "users")
      .ownedBy("buddy_id", "users")
      .addColumn("sort", "double precision", (one) => one.notNull())
      .addPrimaryKeyConstraint("watched_buddies_key", ["user_id", "buddy_id"]),
  );
}

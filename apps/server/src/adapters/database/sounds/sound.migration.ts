import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Sounds, and what holds each of them. */
export async function createSounds(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sounds", (t) => t.textKey("id").text("type").whole("bytes", "duration_ms"));
  await create("sound_holders", (t) =>
    t
      .text("kind", "holder")
      .addColumn("sound_id", "text", (one) => one.notNull().references("sounds.id"))
      .addColumn("account", "text")
      .addPrimaryKeyConstraint("sound_holders_key", ["kind", "holder", "sound_id"]),
  );
  await db.schema.createIndex("sound_holders_sound").on("sound_holders").column("sound_id").execute();
  await db.schema.createIndex("sound_holders_account").on("sound_holders").column("account").execute();
}

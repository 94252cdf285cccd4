import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

export async function createNotes(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("notes", (t) => t.withId().ownedBy("user_id", "users").text("text"));
  await db.schema.createIndex("notes_user").on("notes").column("user_id").execute();
}

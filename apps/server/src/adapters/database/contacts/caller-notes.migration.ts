import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Notes belong to a number, not to a contact: they stay when a contact is changed or removed. */
export async function createCallerNotes(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("caller_notes", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .addColumn("owner_id", "bigint", (one) => one.references("users.id").onDelete("cascade"))
      .text("number", "text", "author_name")
      .addColumn("author_id", "bigint", (one) => one.references("users.id").onDelete("set null"))
      .whole("created_at")
      .addColumn("changed_at", "bigint"),
  );
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on("caller_notes").columns(columns).execute();
  await index("caller_notes_number", "realm_id", "number", "id");
  await index("caller_notes_owner", "owner_id");
  await index("caller_notes_author", "author_id");
}

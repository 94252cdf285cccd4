import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Settings and admins of rooms, and who watches them. */
export async function createConferenceTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("conference_settings", (t) => t.keyOf("number_id", "numbers").text("settings"));
  for (const table of ["conference_admins", "conference_watches"] as const) {
    await create(table, (t) =>
      t
        .ownedBy("user_id", "users")
        .ownedBy("number_id", "numbers")
        .addPrimaryKeyConstraint(`${table}_key`, ["user_id", "number_id"]),
    );
    await db.schema.createIndex(`${table}_number`).on(table).column("number_id").execute();
  }
}

/** The rooms of people. */
export async function createPersonalConferences(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("personal_conferences", (t) => t.keyOf("user_id", "users").text("settings"));
}

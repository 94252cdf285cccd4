import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Personal settings by name. */
export async function createPersonalSettings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("personal_settings", (t) =>
    t
      .ownedBy("user_id", "users")
      .text("name", "value")
      .addPrimaryKeyConstraint("personal_settings_key", ["user_id", "name"]),
  );
}

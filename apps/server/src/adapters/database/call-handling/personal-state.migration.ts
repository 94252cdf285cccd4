import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Do not disturb, forward and follow-me of each person. */
export async function createPersonalStates(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("personal_states", (t) =>
    t
      .keyOf("user_id", "users")
      .addColumn("dnd", "integer", (one) => one.notNull())
      .addColumn("forward", "integer", (one) => one.notNull())
      .addColumn("followme", "integer", (one) => one.notNull())
      .text("forward_number"),
  );
}

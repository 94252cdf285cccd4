import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Outside calls of the last hour, by the person responsible for them. */
export async function createOutsideCallTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("outside_calls", (t) => t.withId().whole("user_id", "begun_at"));
  await db.schema.createIndex("outside_calls_begun").on("outside_calls").column("begun_at").execute();
}

import type { Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** Outside calls of the last hour, by the person responsible for them. */
export async function createOutsideCallTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, withId, whole } = drawing(db, kind);
  await create("outside_calls", (t) => whole(withId(t), "user_id", "begun_at"));
  await db.schema.createIndex("outside_calls_begun").on("outside_calls").column("begun_at").execute();
}

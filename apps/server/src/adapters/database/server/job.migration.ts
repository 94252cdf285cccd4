import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Work that is done later. */
export async function createJobTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("jobs", (t) =>
    t
      .withId()
      .text("kind", "payload")
      .whole("run_at", "tries")
      .addColumn("holder", "text")
      .addColumn("error", "text")
      .addColumn("dead_at", "bigint"),
  );
  const due = db.schema.createIndex("jobs_due").on("jobs").columns(["kind", "run_at", "id"]);
  await due.where(sql.ref("dead_at"), "is", null).execute();
}

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Reports that people have sent by mail. */
export async function createSavedReports(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("saved_queue_reports", (t) =>
    t
      .withId()
      .ownedBy("owner_id", "users")
      .text("name", "content")
      .whole("next_at")
      .addColumn("last_sent_at", "bigint"),
  );
  await db.schema.createIndex("saved_queue_reports_owner").on("saved_queue_reports").column("owner_id").execute();
}

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Call detail records. */
export async function createCallRecords(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("cdrs", (t) =>
    t
      .withId()
      .text("call_id", "realm")
      .whole("started_at")
      .addColumn("answered_at", "bigint")
      .addColumn("ended_at", "bigint", (one) => one.notNull())
      .addColumn("from_number", "text", (one) => one.notNull())
      .addColumn("from_name", "text", (one) => one.notNull())
      .addColumn("from_user_id", "bigint")
      .addColumn("to_number", "text", (one) => one.notNull())
      .addColumn("to_name", "text", (one) => one.notNull())
      .addColumn("to_user_id", "bigint")
      .addColumn("dialled_number", "text", (one) => one.notNull())
      .addColumn("direction", "text", (one) => one.notNull())
      .addColumn("disposition", "text", (one) => one.notNull())
      .addColumn("failed", "integer", (one) => one.notNull())
      .addColumn("ended_by", "text", (one) => one.notNull())
      .addColumn("end_reason", "text", (one) => one.notNull())
      .addColumn("sip_status", "integer", (one) => one.notNull())
      .addColumn("quality", "text")
      .addUniqueConstraint("cdrs_call", ["call_id"]),
  );
  await db.schema.createIndex("cdrs_started").on("cdrs").columns(["realm", "started_at"]).execute();
}

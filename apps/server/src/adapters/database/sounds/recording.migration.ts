import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Recordings, and the parts of them that belong to each call. */
export async function createRecordings(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("recordings", (t) =>
    t
      .textKey("id")
      .text("realm", "call_id", "started_by", "marks")
      .whole("started_at")
      .addColumn("user_id", "bigint")
      .addColumn("duration_ms", "bigint")
      .addColumn("bytes", "bigint")
      .addColumn("failure", "text"),
  );
  await db.schema.createIndex("recordings_call").on("recordings").column("call_id").execute();
  await create("recording_parts", (t) =>
    t
      .text("call_id")
      .whole("offset_ms", "duration_ms")
      .addColumn("recording_id", "text", (one) => one.notNull().references("recordings.id").onDelete("cascade"))
      .addPrimaryKeyConstraint("recording_parts_key", ["call_id", "recording_id", "offset_ms"]),
  );
}

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** CDR-20: archives of recordings. A row is removed only after its files, so it may outlive the user it was made for. */
export async function createRecordingArchives(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("recording_archives", (t) =>
    t
      .textKey("id")
      .text("realm", "state")
      .whole("user_id", "total", "packed", "missing", "bytes", "began_at")
      .addColumn("failure", "text")
      .addColumn("ended_at", "bigint"),
  );
  await db.schema.createIndex("recording_archives_user").on("recording_archives").column("user_id").execute();
  await create("recording_archive_items", (t) =>
    t
      .addColumn("archive_id", "text", (one) => one.notNull().references("recording_archives.id").onDelete("cascade"))
      .whole("place", "started_at")
      .text("recording_id", "name", "people")
      .addPrimaryKeyConstraint("recording_archive_items_key", ["archive_id", "place"]),
  );
  await db.schema.createIndex("recordings_by_time").on("recordings").columns(["realm", "started_at", "id"]).execute();
}

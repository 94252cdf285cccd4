import type { Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** CDR-20: archives of recordings. A row is removed only after its files, so it may outlive the user it was made for. */
export async function createRecordingArchives(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, text, whole } = drawing(db, kind);
  await create("recording_archives", (t) =>
    whole(
      text(
        t.addColumn("id", "text", (one) => one.primaryKey()),
        "realm",
        "state",
      ),
      "user_id",
      "total",
      "packed",
      "missing",
      "bytes",
      "began_at",
    )
      .addColumn("failure", "text")
      .addColumn("ended_at", "bigint"),
  );
  await db.schema.createIndex("recording_archives_user").on("recording_archives").column("user_id").execute();
  await create("recording_archive_items", (t) =>
    text(
      whole(
        t.addColumn("archive_id", "text", (one) =>
          one.notNull().references("recording_archives.id").onDelete("cascade"),
        ),
        "place",
        "started_at",
      ),
      "recording_id",
      "name",
      "people",
    ).addPrimaryKeyConstraint("recording_archive_items_key", ["archive_id", "place"]),
  );
  await db.schema.createIndex("recordings_by_time").on("recordings").columns(["realm", "started_at", "id"]).execute();
}

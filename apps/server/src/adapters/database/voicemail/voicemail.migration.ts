import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Columns in every index of messages, after the sort column: a filter then reads only the index. */
const FILTERED = ["folder", "own_folder", "favorite", "category"] as const;

/** VM-3: messages, boxes and greetings. */
export async function createVoicemail(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("voicemails", (t) =>
    t
      .withId()
      .ownedBy("box_id", "users")
      .text(
        "folder",
        "own_folder",
        "archive_name",
        "caller_name",
        "caller_number",
        "call_id",
        "sound",
        "texts",
        "translation_language",
        "category",
        "sort_caller",
        "search_text",
      )
      .addColumn("caller_user_id", "bigint")
      .whole("left_at", "duration_ms", "favorite"),
  );
  const index = (name: string, ...columns: readonly string[]) =>
    db.schema
      .createIndex(`voicemails_by_${name}`)
      .on("voicemails")
      .columns(["box_id", ...columns])
      .execute();
  await index("time", "left_at", "id", ...FILTERED);
  await index("folder", "folder", "own_folder", "left_at", "id", "favorite", "category");
  await index("caller", "sort_caller", "id", ...FILTERED, "left_at");
  await index("duration", "duration_ms", "id", ...FILTERED, "left_at");
  await index("category", "category", "id", "folder", "own_folder", "favorite", "left_at");
  if (kind === "sqlite") await index("text", "left_at", "id", ...FILTERED, "search_text");

  await create("voicemail_boxes", (t) => t.keyOf("user_id", "users").text("settings").addColumn("pin_hash", "text"));
  await create("voicemail_greetings", (t) =>
    t
      .withId()
      .ownedBy("box_id", "users")
      .text("type", "sound")
      .addColumn("archive_name", "text")
      .addColumn("spoken_text", "text")
      .addColumn("spoken_voice", "text")
      .whole("duration_ms", "made_at"),
  );
  await db.schema
    .createIndex("voicemail_greetings_box")
    .on("voicemail_greetings")
    .columns(["box_id", "type", "id"])
    .execute();
}

/** Urgent messages are few: an index of only those finds and counts them. */
export async function markUrgentVoicemails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("voicemails")
    .addColumn("urgent", "integer", (one) => one.notNull().defaultTo(0))
    .execute();
  const urgent = db.schema
    .createIndex("voicemails_urgent")
    .on("voicemails")
    .columns(["box_id", "folder", "left_at", "id"]);
  await urgent.where(sql.ref("urgent"), "=", sql.lit(1)).execute();
}

/** VM-64: finds old messages without reading newer ones. Searches are in memory (ADR 14), so the index of texts is dropped. */
export async function createVoicemailAges(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("voicemails_by_age").on("voicemails").columns(["left_at", "id"]).execute();
  await db.schema.dropIndex("voicemails_by_text").ifExists().execute();
}

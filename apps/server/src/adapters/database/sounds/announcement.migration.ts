import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Announcements, each with its own number. The number is in `numbers` too. */
export async function createAnnouncements(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("announcements", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text(
        "number",
        "name",
        "pin",
        "language",
        "post_destination",
        "body",
        "body_type",
        "tts_language",
        "voice",
        "voice_category",
        "search_text",
      )
      .addColumn("pitch", "double precision", (one) => one.notNull())
      .addColumn("speed", "double precision", (one) => one.notNull())
      .addColumn("volume_gain_db", "double precision", (one) => one.notNull())
      .addColumn("sound_id", "text")
      .addColumn("duration_ms", "bigint")
      .addUniqueConstraint("announcements_number", ["realm_id", "number"]),
  );
}

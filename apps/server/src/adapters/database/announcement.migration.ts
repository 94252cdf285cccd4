import type { Kysely } from "kysely";
import { drawing, type DatabaseKind } from "./drawing.ts";

/** Announcements, each with its own number. The number is in `numbers` too. */
export async function createAnnouncements(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create, withId, ownedBy, text } = drawing(db, kind);
  await create("announcements", (t) =>
    text(
      ownedBy(withId(t), "realm_id", "realms"),
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

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Notifications of messages that browsers show while a person has no page open. */
export async function createPushedNotices(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("chat_pushed", (t) =>
    t
      .ownedBy("user_id", "users")
      .text("tag")
      .whole("message", "n", "thread")
      .addPrimaryKeyConstraint("chat_pushed_key", ["user_id", "tag"]),
  );
  await db.schema.createIndex("chat_pushed_tag").on("chat_pushed").columns(["tag", "message"]).execute();
}

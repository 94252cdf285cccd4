import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Rooms, their messages and the words in them, files, presence. */
export async function createChat(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createRooms(db, kind);
  await createMessages(db, kind);
  await createOwn(db, kind);
  await createPresence(db, kind);
}

/** What people prefer, calls next to devices, and lines of the phone in conversations. */
export async function addCallsToChat(db: Kysely<unknown>): Promise<void> {
  const flag = async (name: string, preset: 0 | 1) =>
    db.schema
      .alterTable("chat_presences")
      .addColumn(name, "bigint", (one) => one.notNull().defaultTo(preset))
      .execute();
  await flag("busy_on_calls", 0);
  await flag("call_lines", 1);
  await db.schema
    .alterTable("chat_devices")
    .addColumn("calls", "bigint", (one) => one.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("chat_messages").addColumn("call", "text").execute();
}

async function createRooms(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("chat_rooms", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("type", "name", "folded_name", "topic")
      .whole("read_only", "created_at", "rev", "members_rev", "seq", "n", "updated_at")
      .addColumn("archived_at", "bigint")
      .addColumn("direct_key", "text")
      .addUniqueConstraint("chat_rooms_direct", ["direct_key"]),
  );
  await sql`create unique index chat_rooms_channel on chat_rooms (realm_id, folded_name) where type = 'c'`.execute(db);
  await create("chat_members", (t) =>
    t
      .ownedBy("room_id", "chat_rooms")
      .ownedBy("user_id", "users")
      .text("role", "notify")
      .whole("open", "rev", "read_n", "joined_at")
      .addPrimaryKeyConstraint("chat_members_key", ["room_id", "user_id"]),
  );
  await db.schema.createIndex("chat_members_user").on("chat_members").column("user_id").execute();
}

async function createMessages(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("chat_messages", (t) =>
    t
      .withId()
      .ownedBy("room_id", "chat_rooms")
      .whole("number", "seq", "thread", "n", "sender_id", "sent_at", "deleted", "mentions_all")
      .text("sender_name", "client_id", "text", "mentions", "files", "reactions")
      .addColumn("edited_at", "bigint")
      .addColumn("pinned_by", "bigint")
      .addColumn("replies", "text")
      .addUniqueConstraint("chat_messages_number", ["room_id", "number"])
      .addUniqueConstraint("chat_messages_place", ["room_id", "thread", "n"])
      .addUniqueConstraint("chat_messages_client", ["room_id", "sender_id", "client_id"]),
  );
  await db.schema.createIndex("chat_messages_seq").on("chat_messages").columns(["room_id", "seq"]).execute();
  await db.schema.createIndex("chat_messages_sender").on("chat_messages").columns(["sender_id", "id"]).execute();
  await db.schema
    .createIndex("chat_messages_time")
    .on("chat_messages")
    .columns(["room_id", "thread", "sent_at"])
    .execute();
  await sql`create index chat_messages_pinned on chat_messages (room_id) where pinned_by is not null`.execute(db);
  if (kind === "sqlite") {
    // The text is kept once: the index has words only. They are cut by the server (chat-words.ts), so ASCII is enough here.
    await sql`create virtual table chat_words using fts5(words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0')`.execute(
      db,
    );
  } else {
    await sql`alter table chat_messages add column words tsvector`.execute(db);
    await sql`create index chat_messages_words on chat_messages using gin (words)`.execute(db);
  }
  await create("chat_mentions", (t) =>
    t
      .ownedBy("room_id", "chat_rooms")
      .whole("user_id", "n")
      .addPrimaryKeyConstraint("chat_mentions_key", ["room_id", "user_id", "n"]),
  );
  await create("chat_files", (t) =>
    t
      .textKey("id")
      .ownedBy("room_id", "chat_rooms")
      .whole("user_id", "bytes", "uploaded_at")
      .text("name", "kind", "type", "whole")
      .addColumn("message", "bigint")
      .addColumn("width", "bigint")
      .addColumn("height", "bigint")
      .addColumn("shown", "text")
      .addColumn("thumbnail", "text"),
  );
  await db.schema.createIndex("chat_files_room").on("chat_files").columns(["room_id", "message"]).execute();
  await sql`create index chat_files_unsent on chat_files (uploaded_at) where message is null`.execute(db);
}

/** What a person has of rooms for themselves. */
async function createOwn(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("chat_follows", (t) =>
    t
      .ownedBy("room_id", "chat_rooms")
      .ownedBy("user_id", "users")
      .whole("thread", "read_n")
      .addPrimaryKeyConstraint("chat_follows_key", ["room_id", "thread", "user_id"]),
  );
  await db.schema.createIndex("chat_follows_user").on("chat_follows").column("user_id").execute();
  await create("chat_saved", (t) =>
    t
      .ownedBy("user_id", "users")
      .ownedBy("room_id", "chat_rooms")
      .whole("number", "saved_at")
      .addPrimaryKeyConstraint("chat_saved_key", ["user_id", "room_id", "number"]),
  );
  await db.schema.createIndex("chat_saved_room").on("chat_saved").column("room_id").execute();
  await create("chat_drafts", (t) =>
    t
      .ownedBy("user_id", "users")
      .ownedBy("room_id", "chat_rooms")
      .whole("thread", "version")
      .text("text")
      .addPrimaryKeyConstraint("chat_drafts_key", ["user_id", "room_id", "thread"]),
  );
  await db.schema.createIndex("chat_drafts_room").on("chat_drafts").column("room_id").execute();
}

async function createPresence(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("chat_presence_types", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("name", "folded_name", "type")
      .addUniqueConstraint("chat_presence_types_name", ["realm_id", "folded_name"]),
  );
  await create("chat_presences", (t) =>
    t.keyOf("user_id", "users").text("status", "message").addColumn("type_id", "bigint"),
  );
  await create("chat_devices", (t) =>
    t
      .text("server")
      .ownedBy("user_id", "users")
      .whole("devices", "idle")
      .addPrimaryKeyConstraint("chat_devices_key", ["server", "user_id"]),
  );
  await db.schema.createIndex("chat_devices_user").on("chat_devices").column("user_id").execute();
}

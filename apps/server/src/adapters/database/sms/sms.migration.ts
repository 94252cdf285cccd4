import { sql, type Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";

/** Conversations by text message: one for each of the company's numbers and the number of another. */
export async function createSms(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sms_conversations", (t) =>
    t
      .withId()
      .ownedBy("realm_id", "realms")
      .text("did", "customer")
      .whole("n", "updated_at", "is_stopped")
      .addColumn("claimed_by", "bigint", (one) => one.references("users.id").onDelete("set null"))
      .addColumn("claimed_at", "bigint")
      .addUniqueConstraint("sms_conversations_pair", ["realm_id", "did", "customer"]),
  );
  await db.schema
    .createIndex("sms_conversations_recent")
    .on("sms_conversations")
    .columns(["realm_id", "updated_at"])
    .execute();
  await create("sms_messages", (t) =>
    t
      .withId()
      .ownedBy("conversation_id", "sms_conversations")
      .whole("n")
      .text("direction", "text", "state", "cause")
      .addColumn("user_id", "bigint", (one) => one.references("users.id").onDelete("set null"))
      .addColumn("client_id", "text")
      .addColumn("reference", "text")
      .whole("is_automatic", "segments", "sent_at")
      .addUniqueConstraint("sms_messages_place", ["conversation_id", "n"])
      .addUniqueConstraint("sms_messages_client", ["user_id", "client_id"]),
  );
  await sql`create unique index sms_messages_received on sms_messages (reference) where direction = 'in'`.execute(db);
  await sql`create index sms_messages_taken on sms_messages (reference) where direction = 'out'`.execute(db);
  await db.schema.createIndex("sms_messages_sent").on("sms_messages").column("sent_at").execute();
  await create("sms_reads", (t) =>
    t
      .ownedBy("conversation_id", "sms_conversations")
      .ownedBy("user_id", "users")
      .whole("n")
      .addPrimaryKeyConstraint("sms_reads_key", ["conversation_id", "user_id"]),
  );
}

/** Pictures and other files of messages, and who wrote one by e-mail. */
export async function addSmsFiles(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await db.schema.alterTable("sms_messages").addColumn("by_email", "text").execute();
  await create("sms_files", (t) =>
    t
      .textKey("id")
      .ownedBy("realm_id", "realms")
      .addColumn("user_id", "bigint", (one) => one.references("users.id").onDelete("set null"))
      .addColumn("message_id", "bigint", (one) => one.references("sms_messages.id").onDelete("cascade"))
      .whole("place", "bytes", "uploaded_at")
      .text("name", "kind", "type", "whole")
      .addColumn("width", "bigint")
      .addColumn("height", "bigint")
      .addColumn("shown", "text")
      .addColumn("thumbnail", "text"),
  );
  await db.schema.createIndex("sms_files_message").on("sms_files").columns(["message_id", "place"]).execute();
  await sql`create index sms_files_unsent on sms_files (uploaded_at) where message_id is null`.execute(db);
}

/** Texts that a company keeps for messages. */
export async function createSmsTemplates(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sms_templates", (t) => t.withId().ownedBy("realm_id", "realms").text("name", "text"));
  await db.schema.createIndex("sms_templates_realm").on("sms_templates").column("realm_id").execute();
}

/** Which message went by e-mail to which address. */
export async function addSmsForwards(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("sms_forwards", (t) =>
    t
      .ownedBy("message_id", "sms_messages")
      .text("address", "did")
      .whole("at")
      .addPrimaryKeyConstraint("sms_forwards_key", ["message_id", "address"]),
  );
  await db.schema.createIndex("sms_forwards_recent").on("sms_forwards").columns(["did", "address", "at"]).execute();
}

/** Parts of long messages, out and in. */
export async function addSmsParts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { create } = schemaBuilder(db, kind);
  await create("sms_sent_parts", (t) =>
    t
      .ownedBy("message_id", "sms_messages")
      .whole("place")
      .text("reference", "state", "cause")
      .addPrimaryKeyConstraint("sms_sent_parts_key", ["message_id", "place"]),
  );
  await db.schema.createIndex("sms_sent_parts_reference").on("sms_sent_parts").column("reference").execute();
  await create("sms_parts", (t) =>
    t
      .withId()
      .text("sender", "receiver", "part_group")
      .whole("total", "n")
      .text("text")
      .whole("at")
      .addUniqueConstraint("sms_parts_place", ["sender", "receiver", "part_group", "n"]),
  );
}

/** Unsent texts, one of each person in a conversation. */
export async function createSmsDrafts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("sms_drafts", (t) =>
    t
      .ownedBy("user_id", "users")
      .ownedBy("conversation_id", "sms_conversations")
      .text("text")
      .whole("version")
      .addPrimaryKeyConstraint("sms_drafts_key", ["user_id", "conversation_id"]),
  );
  await db.schema.createIndex("sms_drafts_conversation").on("sms_drafts").column("conversation_id").execute();
}

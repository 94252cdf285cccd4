import { sql, type Kysely } from "kysely";
import type { DatabaseKind } from "../schema-builder.ts";
import { indexMessages } from "./chat-index.ts";

/** CHAT-46: room, sender, month and the like are in the index of words, which is made again for the messages that are there. */
export async function markMessages(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === "sqlite") {
    await sql`drop table chat_words`.execute(db);
    await sql`create virtual table chat_words using fts5(words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'")`.execute(
      db,
    );
  } else await sql`drop index chat_messages_words`.execute(db);
  await indexMessages(db);
  if (kind === "postgres") await sql`create index chat_messages_words on chat_messages using gin (words)`.execute(db);
}

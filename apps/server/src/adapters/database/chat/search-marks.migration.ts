import { sql, type Kysely } from "kysely";
import type { DatabaseKind } from "../schema-builder.ts";
import { indexMessage, type IndexedRow } from "./chat-index.ts";

/** Messages that are read at once. */
const PORTION = 500;

/** CHAT-46: room, sender, month and the like are in the index of words, which is made again for the messages that are there. */
export async function markMessages(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === "sqlite") {
    await sql`drop table chat_words`.execute(db);
    await sql`create virtual table chat_words using fts5(words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'")`.execute(
      db,
    );
  } else await sql`drop index chat_messages_words`.execute(db);
  for (let last = 0; ;) {
    const { rows } =
      await sql<IndexedRow>`select id, room_id, sender_id, text, files, pinned_by, deleted from chat_messages
      where id > ${last} order by id limit ${PORTION}`.execute(db);
    const end = rows.at(-1);
    if (end === undefined) break;
    for (const row of rows) await indexMessage(db, row, true);
    last = end.id;
  }
  if (kind === "postgres") await sql`create index chat_messages_words on chat_messages using gin (words)`.execute(db);
}

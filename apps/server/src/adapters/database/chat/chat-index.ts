/** The index of messages: FTS5 of SQLite, tsvector of PostgreSQL. Words have letters and digits, marks have `_` too, so no quoting is needed. */
import { PostgresAdapter, sql, type QueryExecutorProvider, type Selectable } from "kysely";
import { indexTerms } from "../../../modules/chat/index.ts";
import { filesOf } from "./chat-rows.ts";
import type { ChatTables } from "./chat-tables.ts";

export type MessageRow = Selectable<ChatTables["chat_messages"]>;
/** No more than an upgrade finds, before later columns are there. */
export type IndexedRow = Pick<MessageRow, "id" | "room_id" | "sender_id" | "text" | "files" | "pinned_by" | "deleted">;

export const isPostgres = (db: QueryExecutorProvider): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** PostgreSQL keeps positions up to this one, and so many of a word. */
const MOST_POSITION = 16_383;
const MOST_POSITIONS = 255;
/** As the message is now; an earlier state is replaced, and a deleted message is not found. */
export async function indexMessage(db: QueryExecutorProvider, row: IndexedRow, isNew: boolean): Promise<void> {
  const { words, marks } = termsOf(row);
  if (isPostgres(db)) {
    const vector = row.deleted === 1 ? null : vectorOf(words, marks);
    await sql`update chat_messages set words = ${vector}::tsvector where id = ${row.id}`.execute(db);
    return;
  }
  if (!isNew) await sql`delete from chat_words where rowid = ${row.id}`.execute(db);
  if (row.deleted === 1) return;
  await sql`insert into chat_words (rowid, words) values (${row.id}, ${[...words, ...marks].join(" ")})`.execute(db);
}

/** Messages that are read at once. */
const PORTION = 500;

/** All messages into an index without any. */
export async function indexMessages(db: QueryExecutorProvider): Promise<void> {
  for (let last = 0; ;) {
    const { rows } =
      await sql<IndexedRow>`select id, room_id, sender_id, text, files, pinned_by, deleted from chat_messages
      where id > ${last} order by id limit ${PORTION}`.execute(db);
    const end = rows.at(-1);
    if (end === undefined) return;
    for (const row of rows) await indexMessage(db, row, true);
    last = end.id;
  }
}

/** Removes all messages of a room from the index; in PostgreSQL it is part of the messages. */
export async function forgetWords(db: QueryExecutorProvider, roomId: number): Promise<void> {
  if (isPostgres(db)) return;
  await sql`delete from chat_words where rowid in (select id from chat_messages where room_id = ${roomId})`.execute(db);
}

const termsOf = (row: IndexedRow): ReturnType<typeof indexTerms> =>
  indexTerms({
    roomId: row.room_id,
    senderId: row.sender_id,
    text: row.text,
    files: filesOf(row).map(({ name }) => name),
    isPinned: row.pinned_by !== null,
  });

function vectorOf(words: readonly string[], marks: readonly string[]): string {
  const places = new Map<string, number[]>();
  words.forEach((word, at) => {
    const known = places.get(word) ?? [];
    if (known.length < MOST_POSITIONS) known.push(Math.min(at + 1, MOST_POSITION));
    places.set(word, known);
  });
  const lexemes = [...places].map(([word, at]) => `'${word}':${at.join(",")}`);
  return [...lexemes, ...marks.map((mark) => `'${mark}'`)].join(" ");
}

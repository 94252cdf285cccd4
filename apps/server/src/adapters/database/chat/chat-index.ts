/** The words of messages: FTS5 of SQLite, tsvector of PostgreSQL. Words have letters and digits only, so none needs quoting. */
import { PostgresAdapter, sql, type RawBuilder } from "kysely";
import { wordsOf, type SearchQuery } from "../../../modules/chat/index.ts";
import type { ChatDatabase } from "./chat-rows.ts";

export const isPostgres = (db: ChatDatabase): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** PostgreSQL keeps positions up to this one. */
const MOST_POSITION = 16_383;

/** `row`: of the message. An earlier state of it is replaced. */
export async function indexMessage(db: ChatDatabase, row: number, text: string, isNew: boolean): Promise<void> {
  const words = wordsOf(text);
  if (isPostgres(db)) {
    await sql`update chat_messages set words = ${vectorOf(words)}::tsvector where id = ${row}`.execute(db);
    return;
  }
  if (!isNew) await sql`delete from chat_words where rowid = ${row}`.execute(db);
  if (words.length > 0)
    await sql`insert into chat_words (rowid, words) values (${row}, ${words.join(" ")})`.execute(db);
}

/** Removes the words of all messages of a room; in PostgreSQL they are part of the messages. */
export async function forgetWords(db: ChatDatabase, roomId: number): Promise<void> {
  if (isPostgres(db)) return;
  await sql`delete from chat_words where rowid in (select id from chat_messages where room_id = ${roomId})`.execute(db);
}

function vectorOf(words: readonly string[]): string {
  const places = new Map<string, number[]>();
  words.forEach((word, at) => {
    const known = places.get(word) ?? [];
    known.push(Math.min(at + 1, MOST_POSITION));
    places.set(word, known.slice(0, 255));
  });
  return [...places].map(([word, at]) => `'${word}':${at.join(",")}`).join(" ");
}

/** Messages with all of the words; `message` is the alias of their table. */
export function holdsWords(db: ChatDatabase, { words }: Pick<SearchQuery, "words">): RawBuilder<boolean> {
  if (isPostgres(db)) {
    const query = words
      .map(({ signs, isPrefix }) => {
        const last = signs.length - 1;
        return `(${signs.map((sign, at) => `'${sign}'${isPrefix && at === last ? ":*" : ""}`).join(" <-> ")})`;
      })
      .join(" & ");
    return sql<boolean>`message.words @@ ${query}::tsquery`;
  }
  const query = words.map(({ signs, isPrefix }) => `"${signs.join(" ")}"${isPrefix ? "*" : ""}`).join(" AND ");
  return sql<boolean>`message.id in (select rowid from chat_words where chat_words match ${query})`;
}

/** The search of messages, the newest first (docs/spec/chat.md, CHAT-43 and following). */
import { sql, type RawBuilder } from "kysely";
import {
  marksWanted,
  ROOM_MARK,
  type ChatStore,
  type SearchQuery,
  type SearchTerm,
} from "../../../modules/chat/index.ts";
import { isPostgres, type MessageRow } from "./chat-index.ts";
import { toMessage, type ChatDatabase } from "./chat-rows.ts";

/** So many of the newest messages PostgreSQL looks through before it asks its index, which has no order. */
export const NEWEST_MESSAGES = 20_000;
/** The clocks of servers differ by less. */
const DAY_MS = 86_400_000;

type Rows = readonly MessageRow[];
/** For each of the lists, one of its terms. */
type Wanted = ReadonlyArray<readonly SearchTerm[]>;
/** Rows that a search concerns, both inclusive. */
interface Range {
  readonly low: number;
  readonly top: number;
}

interface Asked {
  readonly wanted: Wanted;
  readonly range: Range;
}

export function chatSearch(db: ChatDatabase, look = NEWEST_MESSAGES): Pick<ChatStore, "search"> {
  return {
    search: async (query) => {
      const wanted = [...query.words.map((term) => [term]), ...marksWanted(query)];
      const range = await rangeOf(db, query);
      if (range.top < range.low || wanted.some((terms) => terms.length === 0)) return [];
      const rows = isPostgres(db)
        ? await onPostgres(db, query, { wanted, range, look })
        : await onSqlite(db, query, { wanted, range });
      return rows.map((row) => ({ row: row.id, message: toMessage(row) }));
    },
  };
}

/** FTS5 goes through its index from the newest message, and ends with the page. */
async function onSqlite(db: ChatDatabase, query: SearchQuery, { wanted, range }: Asked): Promise<Rows> {
  const asked = wanted.map((terms) => anyOf(terms.map(forSqlite), " OR ")).join(" AND ");
  const rest = asked === "" ? "" : ` AND ${asked}`;
  // Without a room it is null, and an empty question finds nothing.
  const match = sql`(select '(' || group_concat('"${sql.raw(ROOM_MARK)}' || room_id || '"', ' OR ') || ')' || ${rest} from chat_members as own where ${ownRooms(query)})`;
  return rowsOf(
    db,
    sql<MessageRow>`select message.* from chat_words as found join chat_messages as message on message.id = found.rowid
      where found.words match coalesce(${match}, '""') and found.rowid between ${range.low} and ${range.top} and ${stillFits(query)}
      order by found.rowid desc limit ${query.limit}`,
  );
}

/**
 * GIN finds all of a word, in no order: for a common word that would be millions of rows. A common word is among the newest
 * messages, so these are looked through first; what is rare there is asked from the index.
 */
async function onPostgres(
  db: ChatDatabase,
  query: SearchQuery,
  { wanted, range, look }: Asked & { readonly look: number },
): Promise<Rows> {
  const rooms = await db.selectFrom("chat_members as own").where(ownRooms(query)).select("own.room_id").execute();
  const asked = wanted.map((terms) => anyOf(terms.map(forPostgres), " | "));
  const newest = Math.max(range.low, range.top - look);
  const first = await rowsOf(
    db,
    // "coalesce" and "+ 0" keep an index out of it.
    sql<MessageRow>`select message.* from chat_messages as message
      where message.id between ${newest} and ${range.top} and ${fits(sql`coalesce(message.words, '')`, asked)}
      and message.room_id + 0 = any (array(select own.room_id from chat_members as own where ${ownRooms(query)})) and ${stillFits(query)}
      order by message.id desc limit ${query.limit}`,
  );
  if (first.length >= query.limit || newest === range.low) return first;
  const [only] = rooms;
  const exact = only !== undefined && rooms.length === 1 ? [...asked, `'${ROOM_MARK}${only.room_id}'`] : asked;
  const earlier = await rowsOf(
    db,
    // The ids of the rooms are there twice: as values the planner knows how many messages they have, and the query is what decides.
    sql<MessageRow>`select message.* from chat_messages as message
      where ${fits(sql`message.words`, exact)} and message.room_id = any (${rooms.map(({ room_id }) => room_id)}::bigint[])
      and message.room_id + 0 = any (array(select own.room_id from chat_members as own where ${ownRooms(query)}))
      and message.id + 0 between ${range.low} and ${newest - 1} and ${stillFits(query)}
      order by message.id + 0 desc limit ${query.limit - first.length}`,
  );
  return [...first, ...earlier];
}

const fits = (words: RawBuilder<unknown>, asked: readonly string[]): RawBuilder<unknown> =>
  asked.length === 0 ? sql`true` : sql`${words} @@ ${asked.join(" & ")}::tsquery`;

/** CHAT-43: membership is part of the query, so that neither hits nor their number say anything about other rooms. */
const ownRooms = ({ userId, roomIds }: SearchQuery): RawBuilder<boolean> =>
  roomIds === undefined
    ? sql`own.user_id = ${userId}`
    : sql`own.user_id = ${userId} and own.room_id in (${sql.join(roomIds.length === 0 ? [0] : [...roomIds])})`;

const stillFits = ({ before, after }: SearchQuery): RawBuilder<boolean> => {
  const since = after === undefined ? sql`` : sql`and message.sent_at >= ${after}`;
  const until = before === undefined ? sql`` : sql`and message.sent_at < ${before}`;
  return sql`message.deleted = 0 ${since} ${until}`;
};

/** Rows from the days that are asked for, up to the cursor: times of a room go forward with its rows. */
async function rangeOf(db: ChatDatabase, query: SearchQuery): Promise<Range> {
  const { before, after, cursor } = query;
  const newest = await db.selectFrom("chat_messages").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  const top = Math.min(newest?.id ?? 0, (cursor ?? Infinity) - 1);
  if (before === undefined && after === undefined) return { low: 1, top };
  const main = sql`from chat_messages as one where one.room_id = own.room_id and one.thread = 0`;
  const last = sql`from chat_messages as one where one.room_id = own.room_id order by one.number desc limit 1`;
  const firstAt = (at: number) => sql`(select one.id ${main} and one.sent_at >= ${at} order by one.sent_at limit 1)`;
  const since = (after ?? 0) - DAY_MS;
  // In a room without a message since then there may still be answers: they come after its last message.
  const low = sql`min(coalesce(${firstAt(since)}, case when (select one.sent_at ${last}) >= ${since}
    then (select one.id ${main} order by one.n desc limit 1) end))`;
  const high = sql`max(coalesce(${firstAt(before ?? 0)}, (select one.id ${last})))`;
  const { rows } = await sql<{
    low: number | null;
    top: number | null;
  }>`select ${after === undefined ? sql`1` : low} as low,
    ${before === undefined ? sql`${top}` : high} as top from chat_members as own where ${ownRooms(query)}`.execute(db);
  const [found] = rows;
  return { low: Number(found?.low ?? top + 1), top: Math.min(top, Number(found?.top ?? 0)) };
}

const rowsOf = async (db: ChatDatabase, statement: RawBuilder<MessageRow>): Promise<Rows> =>
  (await statement.execute(db)).rows;

const anyOf = (terms: readonly string[], or: string): string =>
  terms.length === 1 ? terms.join("") : `(${terms.join(or)})`;

const forSqlite = ({ signs, isPrefix }: SearchTerm): string => `"${signs.join(" ")}"${isPrefix ? "*" : ""}`;

function forPostgres({ signs, isPrefix }: SearchTerm): string {
  const last = signs.length - 1;
  return `(${signs.map((sign, at) => `'${sign}'${isPrefix && at === last ? ":*" : ""}`).join(" <-> ")})`;
}

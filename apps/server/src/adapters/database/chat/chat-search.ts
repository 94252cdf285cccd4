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

/** What PostgreSQL does for a search. */
export interface SearchEffort {
  /** So many of the newest messages show how common the words are. */
  readonly sample: number;
  /** So many of the newest messages are looked through for a page. */
  readonly look: number;
  /** The index scans so many hits of all rooms in the time of one message of the user's own rooms. */
  readonly hitsPerMessage: number;
}
const EFFORT: SearchEffort = { sample: 1_000, look: 20_000, hitsPerMessage: 10 };
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

export function chatSearch(db: ChatDatabase, effort = EFFORT): Pick<ChatStore, "search"> {
  return {
    search: async (query) => {
      const wanted = [...query.words.map((term) => [term]), ...marksWanted(query)];
      const range = await rangeOf(db, query);
      if (range.top < range.low || wanted.some((terms) => terms.length === 0)) return [];
      const rows = isPostgres(db)
        ? await onPostgres(db, query, { wanted, range, effort })
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
 * GIN finds all of a word, in no order: for a common word that would be millions of rows. So there are three ways. Where the newest
 * messages have a page of hits for this person, these are looked through. Otherwise the index is asked, or, for common words and
 * few messages, all messages of the user's own rooms are scanned.
 */
async function onPostgres(
  db: ChatDatabase,
  query: SearchQuery,
  { wanted, range, effort }: Asked & { readonly effort: SearchEffort },
): Promise<Rows> {
  const asked = wanted.map((terms) => anyOf(terms.map(forPostgres), " | "));
  const [rooms, share] = await Promise.all([messagesOf(db, query), shareOf(db, asked, { range, effort })]);
  const own = rooms.reduce((sum, { messages }) => sum + messages, 0);
  const newest = Math.max(range.low, range.top - effort.look);
  const isNear = effort.look * share * Math.min(1, own / range.top) >= query.limit;
  const first =
    isNear || newest === range.low ? await among(db, query, { asked, range: { ...range, low: newest } }) : [];
  if (first.length >= query.limit || newest === range.low) return first;
  const rest = { ...range, ...(isNear && { top: newest - 1 }) };
  const isCommon = share * range.top > effort.hitsPerMessage * own;
  const earlier = await (isCommon ? inOwnRooms : inIndex)(
    db,
    { ...query, limit: query.limit - first.length },
    { asked, range: rest, rooms: rooms.map(({ id }) => id) },
  );
  return [...first, ...earlier];
}

interface Looked {
  readonly asked: readonly string[];
  readonly range: Range;
}
type InRooms = Looked & { readonly rooms: readonly number[] };

/** The user's own rooms, with about as many messages as they have. */
async function messagesOf(db: ChatDatabase, query: SearchQuery) {
  return db
    .selectFrom("chat_members as own")
    .innerJoin("chat_rooms as room", "room.id", "own.room_id")
    .where(ownRooms(query))
    .select(["room.id", "room.seq as messages"])
    .execute();
}

/** Of the newest messages of all rooms, the share that has the words. */
async function shareOf(
  db: ChatDatabase,
  asked: readonly string[],
  { range, effort }: { readonly range: Range; readonly effort: SearchEffort },
): Promise<number> {
  const { rows } = await sql<{ all: number; found: number }>`select count(*) as all,
      count(*) filter (where ${fits(sql`coalesce(words, '')`, asked)}) as found
    from (select words from chat_messages where id <= ${range.top} order by id desc limit ${effort.sample}) as newest`.execute(
    db,
  );
  const [{ all, found } = { all: 0, found: 0 }] = rows;
  return all === 0 ? 0 : found / all;
}

/** Looks through all messages of a range. */
const among = (db: ChatDatabase, query: SearchQuery, { asked, range }: Looked): Promise<Rows> =>
  rowsOf(
    db,
    // "coalesce" keeps the index of words out of it.
    sql<MessageRow>`select message.* from chat_messages as message
      where message.id between ${range.low} and ${range.top} and ${fits(sql`coalesce(message.words, '')`, asked)}
      and ${stillOwn(query)} and ${stillFits(query)}
      order by message.id desc limit ${query.limit}`,
  );

/** Asks the index of words. The planner knows how many messages the rooms have, since they are there as values. */
function inIndex(db: ChatDatabase, query: SearchQuery, { asked, range, rooms }: InRooms): Promise<Rows> {
  const [only] = rooms;
  const exact = only !== undefined && rooms.length === 1 ? [...asked, `'${ROOM_MARK}${only}'`] : asked;
  return newestOf(db, query, { condition: fits(sql`message.words`, exact), range, rooms });
}

/** Scans all messages of the user's own rooms. */
const inOwnRooms = (db: ChatDatabase, query: SearchQuery, { asked, range, rooms }: InRooms): Promise<Rows> =>
  newestOf(db, query, { condition: fits(sql`coalesce(message.words, '')`, asked), range, rooms });

/** The ids are sorted alone: whole rows take three times as long. */
const newestOf = (
  db: ChatDatabase,
  query: SearchQuery,
  { condition, range, rooms }: Pick<InRooms, "range" | "rooms"> & { readonly condition: RawBuilder<unknown> },
): Promise<Rows> =>
  rowsOf(
    db,
    sql<MessageRow>`select whole.* from (
        select message.id from chat_messages as message
        where ${condition} and message.room_id = any (${rooms}::bigint[]) and ${stillOwn(query)}
        and message.id + 0 between ${range.low} and ${range.top} and ${stillFits(query)}
        order by message.id + 0 desc limit ${query.limit}
      ) as found join chat_messages as whole on whole.id = found.id order by whole.id desc`,
  );

const fits = (words: RawBuilder<unknown>, asked: readonly string[]): RawBuilder<unknown> =>
  asked.length === 0 ? sql`true` : sql`${words} @@ ${asked.join(" & ")}::tsquery`;

/** CHAT-43: membership is part of the query, so that results and their number reveal nothing about other rooms. */
const ownRooms = ({ userId, roomIds }: SearchQuery): RawBuilder<boolean> =>
  roomIds === undefined
    ? sql`own.user_id = ${userId}`
    : sql`own.user_id = ${userId} and own.room_id in (${sql.join(roomIds.length === 0 ? [0] : [...roomIds])})`;

/** Rooms that were asked for as values may have been left since. "coalesce" has them looked up in a table of hashes. */
const stillOwn = (query: SearchQuery): RawBuilder<boolean> =>
  sql`coalesce(message.room_id in (select own.room_id from chat_members as own where ${ownRooms(query)}), false)`;

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

/**
 * Fills a database with messages of chat. The database writes them itself, as the store would have: about half a minute for a
 * million. Nobody else may use the database meanwhile.
 */
import { PostgresAdapter, sql, type Kysely } from "kysely";
import type { Tables } from "../src/adapters/database/index.ts";
import { createStores, openDatabase } from "../src/app/services/storage.ts";
import { silentLog } from "./temporary-storage.ts";

/** Messages of the large room. */
export const LARGE = 1_000_000;
const SMALL_ROOMS = 2_000;
/** Rooms that Alice sees in addition to the large one, and those that Dave sees. */
const ALICE_ROOMS = 100;
const DAVE_ROOMS = 10;

/**
 * A channel with a million messages of Alice and Bob, half of them unread; what is left of `count` is spread over 2,000 groups.
 * Every message has four words that begin with "word" and one of its own ("rare…").
 * @returns the id of the channel
 */
export async function fillChat({
  dataDir,
  databaseUrl,
  count,
}: {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly count: number;
}): Promise<number> {
  const db = await openDatabase({ dataDir, databaseUrl, realm: undefined }, silentLog);
  try {
    const { users } = createStores(db);
    const [alice, bob, dave] = await Promise.all(["alice", "bob", "dave"].map((name) => users.byUsername(name)));
    if (alice === undefined || bob === undefined || dave === undefined) throw new Error("they are in the demo company");
    const realmId = alice.realm.id;
    const room = (name: string, type: "c" | "p", size: number) =>
      sql`insert into chat_rooms (realm_id, type, name, folded_name, topic, read_only, created_at, rev, members_rev, seq, n, updated_at)
        select ${realmId}, ${type}, ${name} || n, lower(${name}) || n, '', 0, 1, 1, 1, 0, 0, 1 from (${numbersOf(db, size)}) as numbers`;
    await room("Large ", "c", 1).execute(db);
    await room("Small ", "p", SMALL_ROOMS).execute(db);
    const { rows } = await sql<{
      id: number;
    }>`select id from chat_rooms order by id desc limit ${SMALL_ROOMS + 1}`.execute(db);
    const ids = rows.map(({ id }) => id).toReversed();
    const [large = 0, first = 0] = ids;
    const join = (userId: number, from: number, rooms: number) =>
      sql`insert into chat_members (room_id, user_id, role, open, notify, rev, read_n, joined_at)
        select id, ${userId}, 'owner', 1, 'all', 1, 0, 1 from chat_rooms where id >= ${from} and id < ${from + rooms}`.execute(
        db,
      );
    for (const [user, from, many] of [
      [alice, large, ALICE_ROOMS + 1],
      [bob, large, 1],
      [dave, first + ALICE_ROOMS, DAVE_ROOMS],
    ] as const)
      await join(user.id, from, many);
    await writeMessages(db, { large, first, count, people: [alice.id, bob.id] });
    await sql`update chat_members set read_n = ${Math.min(count, LARGE) / 2} where room_id = ${large}`.execute(db);
    return large;
  } finally {
    await db.destroy();
  }
}

async function writeMessages(
  db: Kysely<Tables>,
  {
    large,
    first,
    count,
    people,
  }: { readonly large: number; readonly first: number; readonly count: number; readonly people: readonly number[] },
): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const inLarge = Math.min(count, LARGE);
  // The large room has every fifth message of five million, so that it grows together with the others.
  const every = Math.max(1, Math.round(count / inLarge));
  const placed = sql`select n, case when n % ${sql.lit(every)} = 0 then ${sql.lit(large)} else ${sql.lit(first)} + n / ${sql.lit(every)} * 7 % ${sql.lit(SMALL_ROOMS)} end as room from (${numbersOf(db, count)}) as numbers`;
  const numbered = sql`select n, room, row_number() over (partition by room order by n) as place,
      'word' || (n * 7919 % 5000) || ' word' || (n * 104729 % 5000) || ' and word' || (n % 300) || ' rare' || n as words,
      case when n % 1000 = 0 then ' https://example.com' else '' end as link,
      case when n % 2 = 0 then ${sql.lit(people[0])} else ${sql.lit(people[1])} end as sender from (${placed}) as placed`;
  const columns = sql`room_id, number, seq, thread, n, sender_id, sender_name, client_id, sent_at, deleted, text, mentions, mentions_all, files, reactions`;
  const values = sql`room, place, place, 0, place, sender, 'Somebody', 'bench-' || n, n * 1000, 0, words || link, '[]', 0, '[]', '[]'`;
  const start = (from: string, signs: number) => sql`substr(${sql.raw(from)}, 1, ${sql.lit(signs)})`;
  const marks = [
    sql`'_room_' || room`,
    sql`'_from_' || sender`,
    ...["_start_wor", "_start_word", "_start_rar", "_start_rare", "_start_and"].map((mark) => sql`${sql.lit(mark)}`),
    ...["'word' || (n * 7919 % 5000)", "'word' || (n * 104729 % 5000)", "'word' || (n % 300)", "'rare' || n"].map(
      (word) => sql`'_start_' || ${start(word, 5)}`,
    ),
  ];
  const ofLink = [
    "_has_link",
    "_start_htt",
    "_start_http",
    "_start_https",
    "_start_exa",
    "_start_exam",
    "_start_examp",
    "_start_com",
  ];
  if (isPostgres) {
    // Half the time of an index that grows with each row.
    await sql`drop index chat_messages_words`.execute(db);
    const vector = sql`to_tsvector('simple', words || replace(replace(link, '://', ' '), '.', ' ')) || array_to_tsvector(array[${sql.join(marks)}] || case when n % 1000 = 0 then array[${sql.join(ofLink.map((mark) => sql.lit(mark)))}] else array[]::text[] end)`;
    await sql`insert into chat_messages (${columns}, words) select ${values}, ${vector} from (${numbered}) as numbered order by n`.execute(
      db,
    );
    await sql`create index chat_messages_words on chat_messages using gin (words)`.execute(db);
  } else {
    await sql`insert into chat_messages (${columns}) select ${values} from (${numbered}) as numbered order by n`.execute(
      db,
    );
    const marked = sql.join(marks, sql` || ' ' || `);
    const linked = sql`case when link = '' then '' else replace(link, '://', ' ') || ${sql.lit(` ${ofLink.join(" ")}`)} end`;
    await sql`insert into chat_words (rowid, words) select n, words || ' ' || ${marked} || ${linked} from (select id as n, room_id as room, sender_id as sender, replace(text, ' https://example.com', '') as words, case when id % 1000 = 0 then ' https://example.com' else '' end as link from chat_messages where client_id like 'bench-%')`.execute(
      db,
    );
  }
  await sql`update chat_rooms set n = (select count(*) from chat_messages where room_id = chat_rooms.id), updated_at = ${count * 1_000} where id >= ${large}`.execute(
    db,
  );
  await sql`update chat_rooms set seq = n where id >= ${large}`.execute(db);
  // As after a while of use: right after so many rows the database tidies up, and what is measured waits for it.
  if (isPostgres) await sql`vacuum (analyze)`.execute(db);
  else {
    await sql`analyze`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  }
}

const numbersOf = (db: Kysely<Tables>, count: number) =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`select n from generate_series(1::bigint, ${sql.lit(count)}) as one(n)`
    : sql`with recursive one(n) as (select 1 union all select n + 1 from one where n < ${sql.lit(count)}) select n from one`;

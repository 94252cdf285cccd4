import { PostgresAdapter, sql } from "kysely";
import { openDatabase } from "../src/app/services/storage.ts";
import { silentLog } from "./temporary-storage.ts";
import type { TestServer } from "./test-server.ts";

/** A channel with many messages, written by the database itself as the store would have written them. @returns its id */
export async function fillChatRoom(
  server: TestServer,
  { databaseUrl, count }: { readonly databaseUrl: string | undefined; readonly count: number },
): Promise<number> {
  const { chat, users } = server.stores;
  const [alice, bob] = [await users.byUsername("alice"), await users.byUsername("bob")];
  if (alice === undefined || bob === undefined) throw new Error("both are in the demo company");
  const members = [alice, bob].map(({ id }) => ({ userId: id, role: "owner", notify: "all" }) as const);
  const room = await chat.createRoom({
    realmId: alice.realm.id,
    type: "c",
    name: "Large",
    topic: "",
    readOnly: false,
    directKey: null,
    at: 1,
    members,
  });
  if (room === undefined) throw new Error("the room is new");
  const { dataDir } = server;
  const db = await openDatabase({ dataDir, databaseUrl, realm: undefined }, silentLog);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const numbers = isPostgres
    ? sql`select n from generate_series(1, ${sql.lit(count)}) as one(n)`
    : sql`with recursive one(n) as (select 1 union all select n + 1 from one where n < ${sql.lit(count)}) select n from one`;
  const text = sql`'word' || (n * 7919 % 5000) || ' word' || (n * 104729 % 5000) || ' and word' || (n % 300) || ' rare' || n || case when n % 1000 = 0 then ' https://example.com' else '' end`;
  const sender = sql`case when n % 2 = 0 then ${sql.lit(alice.id)} else ${sql.lit(bob.id)} end`;
  await sql`insert into chat_messages (room_id, number, seq, thread, n, sender_id, sender_name, client_id, sent_at, deleted, text, mentions, mentions_all, files, reactions)
    select ${sql.lit(room.id)}, n, n, 0, n, ${sender}, 'Somebody', 'bench-' || n, n * 1000, 0, ${text}, '[]', 0, '[]', '[]' from (${numbers}) as numbers`.execute(
    db,
  );
  await sql`update chat_rooms set n = ${sql.lit(count)}, seq = ${sql.lit(count)} where id = ${sql.lit(room.id)}`.execute(
    db,
  );
  await sql`update chat_members set read_n = 400000 where room_id = ${sql.lit(room.id)}`.execute(db);
  if (isPostgres) {
    await sql`update chat_messages set words = to_tsvector('simple', replace(text, 'https://', '')) where room_id = ${sql.lit(room.id)}`.execute(
      db,
    );
    await sql`analyze`.execute(db);
  } else
    await sql`insert into chat_words (rowid, words) select id, text from chat_messages where room_id = ${sql.lit(room.id)}`.execute(
      db,
    );
  await db.destroy();
  return room.id;
}

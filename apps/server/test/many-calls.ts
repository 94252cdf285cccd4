import { PostgresAdapter, sql, type Insertable, type Kysely } from "kysely";
import { countCalls } from "../src/adapters/database/call-history/call-history.migration.ts";
import type { Tables } from "../src/adapters/database/index.ts";
import { foldText } from "../src/kernel/text/search-text.ts";
import type { Stores } from "../src/app/services/storage.ts";

const REALM = "demo";
const AT_ONCE = 500;
const DAYS = 730;
const LAST = Date.UTC(2026, 10, 20);
const FIRST = LAST - DAYS * 86_400_000;

/** Adds calls of two years to the demo company: rows as `call-record.store.ts` writes them, with counts computed by SQL. */
export async function fillCalls(db: Kysely<Tables>, stores: Pick<Stores, "users">, count: number): Promise<void> {
  const alice = await stores.users.byUsername("alice");
  const everybody = await stores.users.search({ realmId: alice?.realm.id ?? 0, words: [], start: 0, limit: 999 });
  const people = everybody.users.map(({ id, extension, firstName, lastName }) => ({
    id,
    number: extension,
    name: `${firstName} ${lastName}`,
  }));
  await writeCalls(db, count, (call) => callOf(call / count, call, people));
  await sql`analyze`.execute(db);
  // SQLite's log is as long as this single transaction, and would slow down the next reads.
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** Replaces all calls by this many. */
export async function writeCalls(db: Kysely<Tables>, count: number, callOf: (call: number) => ManyCall): Promise<void> {
  await sql`delete from cdrs`.execute(db);
  for (const table of ["call_parties", "call_counts", "call_group_counts", "call_group_members"])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (let start = 0; start < count; start += AT_ONCE) {
      const calls = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, offset) => callOf(start + offset));
      await trx
        .insertInto("cdrs")
        .values(calls.map((call) => ({ ...call, realm: REALM })))
        .execute();
    }
  });
  // Else PostgreSQL checks foreign keys with the plan for an empty table: it reads all calls for each row.
  await sql`analyze cdrs`.execute(db);
  await countCalls(db);
}

type ManyCall = Omit<Insertable<Tables["cdrs"]>, "realm">;
type Person = { readonly id: number; readonly number: string; readonly name: string };
/** How each of the many calls ended. */
export const HUNG_UP = {
  ended_by: "caller",
  end_reason: "hangup",
  sip_status: 200,
  quality: null,
  forwarded_by: null,
  destination: null,
} as const;
const OUTSIDE = { id: null, name: "Ada Abara" } as const;

/** Half of the calls are within the company; the first people call most. */
function callOf(part: number, call: number, people: readonly Person[]): ManyCall {
  const startedAt = FIRST + Math.floor(part * (LAST - FIRST)) + ((call * 7919) % 40_000);
  const person = (spread: number) => people[Math.floor((((call * spread) % 1_000) / 1_000) ** 2 * people.length)];
  const outside = { ...OUTSIDE, number: `+1416555${String(1000 + ((call * 31) % 9000))}` };
  const from = call % 4 === 0 ? outside : (person(37) ?? outside);
  const to = call % 4 === 1 ? outside : (person(71) ?? outside);
  const length = 1_000 * ((call * 97) % 900);
  return {
    call_id: `bench${call}`,
    started_at: startedAt,
    answered_at: call % 5 === 0 ? null : startedAt + 4_000,
    ended_at: startedAt + 4_000 + length,
    from_number: from.number,
    from_name: from.name,
    from_user_id: from.id,
    to_number: to.number,
    to_name: to.name,
    to_user_id: to.id,
    dialled_number: to.number,
    direction: call % 4 === 0 ? "inbound" : call % 4 === 1 ? "outbound" : "internal",
    disposition: call % 5 === 0 ? "noAnswer" : "answered",
    failed: call % 5 === 0 ? (1 as const) : (0 as const),
    ...HUNG_UP,
    words: foldText([from.number, from.name, to.number, to.name].join(" ")),
  };
}

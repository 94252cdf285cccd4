/** What is computed from the queue log, in databases of versions that did not compute it yet. */
import type { QueueLogRow } from "@callpanel/phone-port";
import { sql, type Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { emptyDatabase, openBefore, openWith } from "../../test/older-database.ts";
import { openStoresForEach } from "../../test/open-stores.ts";
import { queueDays } from "../../test/queue-days.ts";
import { silentLog } from "../../test/temporary-storage.ts";
import { onEachDatabase } from "../../test/test-databases.ts";
import type { Migrations, Tables } from "../adapters/database/index.ts";
import { MIGRATIONS } from "./areas.ts";
import { openDatabase } from "./services/storage.ts";

const DAY = Date.UTC(2026, 2, 8);
/** One person in three notations, an extension, one who withholds the number. */
const NUMBERS = ["+14165550100", "4165550100", "(416) 555-0100", "101", ""];
const ROWS: readonly QueueLogRow[] = queueDays({
  realm: "acme",
  queueIds: ["600", "601"],
  agentIds: Array.from({ length: 25 }, (_, at) => at + 1),
  from: DAY,
  until: DAY + 2 * 86_400_000,
  calls: 200,
  seed: 11,
})
  // Earlier versions called nobody back.
  .filter(({ event }) => event !== "OUTCALL")
  .map((row, at) => (row.event === "ENTERQUEUE" ? { ...row, number: NUMBERS[at % NUMBERS.length] ?? "" } : row));

/** Talks of calls outside of queues, one of them after all of the queues'. */
const TALKS = [
  { realm: "acme", number: "4165550100", answered_at: DAY + 1 },
  { realm: "acme", number: "101", answered_at: DAY + 90 * 86_400_000 },
  { realm: "acme", number: "4165550199", answered_at: DAY + 3 },
  { realm: "acme", number: "+14165550199", answered_at: DAY + 2 },
];

const FIRST_PORTION = Array.from({ length: 10 }, (_, at) => at + 1);

/** `told` gets the start of each portion; the portion with that number fails when it is computed. */
function inPortions(told: (string | undefined)[], failing?: number): Migrations {
  return Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, one]): [string, Migrations[string]] => {
      if (typeof one === "function") return [name, one];
      const next: typeof one.next = async (db, kind, last) => {
        told.push(last);
        const end = await one.next(db, kind, last);
        if (told.length === failing) throw new Error("cut off");
        return end;
      };
      return [name, { ...one, next }];
    }),
  );
}

const upTo = (migration: string, migrations: Migrations): Migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name < migration));

type Row = Readonly<Record<string, unknown>>;

const rowsOf = async (db: Kysely<Tables>, table: string): Promise<readonly Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows;

async function insert(db: Kysely<Tables>, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db);
}

const without = (row: Row, ...columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));

const COMPUTED = ["queue_stays", "queue_sums", "queue_agent_sums", "queue_agent_times"];

const talkTimes = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ number, answered_at: at }) => [String(number), at]));

/** Without the order in which rows were written. */
async function computedIn(db: Kysely<Tables>): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables: Record<string, readonly string[]> = {};
  for (const table of COMPUTED) {
    const rows = (await rowsOf(db, table)).map((row) =>
      Object.entries(table === "queue_agent_times" ? without(row, "id") : row).toSorted(([one], [other]) =>
        one.localeCompare(other),
      ),
    );
    tables[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return tables;
}

onEachDatabase((kind, create) => {
  describe(`an upgrade of an older queue log on ${kind}`, () => {
    const on = openStoresForEach(create, "realm: acme\n");

    it("QLOG-8 an upgrade computes from earlier rows the same as the newest version computes with each of them", async () => {
      await on.stores.queueLog.append("server", ROWS);
      const database = await create();
      await emptyDatabase(database);
      try {
        const first = await openBefore("0220", database);
        await insert(first, "queue_log", await rowsOf(on.db, "queue_log"));
        const stays = await rowsOf(on.db, "queue_stays");
        await insert(
          first,
          "queue_stays",
          stays.map((row) => without(row, "number_key", "callback")),
        );
        const sums = await rowsOf(on.db, "queue_sums");
        await insert(
          first,
          "queue_sums",
          sums.filter(({ minutes }) => minutes !== 30 && minutes !== 240).map((row) => without(row, "in_target")),
        );
        await first.destroy();
        // The upgrade is cut off when the second portion is computed: the first one stays, and nothing of the second.
        const told: (string | undefined)[] = [];
        await expect(openWith(inPortions(told, 2), database)).rejects.toThrow();
        const left = await openBefore("0220", database);
        const agents = new Set((await rowsOf(left, "queue_agent_sums")).map((row) => row["agent_id"]));
        expect([...agents].toSorted((one, other) => Number(one) - Number(other))).toEqual(FIRST_PORTION);
        await left.destroy();
        const rest: (string | undefined)[] = [];
        const second = await openWith(upTo("0231", inPortions(rest)), database);
        expect([told, rest]).toEqual([
          [undefined, "10 acme"],
          ["10 acme", "20 acme", "25 acme"],
        ]);
        await insert(second, "last_talks", TALKS);
        await second.destroy();
        const upgraded = await openDatabase(database.settings, silentLog);
        try {
          const found = await computedIn(upgraded);
          expect(found).toEqual(await computedIn(on.db));
          for (const rows of Object.values(found)) expect(rows.length).toBeGreaterThan(20);
          const [talks, answers] = [await rowsOf(upgraded, "last_talks"), await rowsOf(on.db, "last_talks")];
          // The last of both, in one notation.
          expect(talkTimes(talks)).toEqual({
            ...talkTimes(answers),
            "101": DAY + 90 * 86_400_000,
            "+14165550199": DAY + 3,
          });
        } finally {
          await upgraded.destroy();
        }
      } finally {
        await database.remove();
      }
    });
  });
});

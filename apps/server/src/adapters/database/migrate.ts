import { Migrator, sql, type Kysely, type Migration } from "kysely";
import type { MigrationInPortions, Migrations } from "./database-area.ts";
import type { DatabaseKind } from "./schema-builder.ts";
import type { Tables } from "./schema.ts";

/**
 * Brings the schema up to date; two processes may run it at the same time. Migrations run in one transaction, up to one in portions:
 * what is before that, and each of its portions, stays done if the upgrade is cut off.
 */
export async function migrate(
  db: Kysely<Tables>,
  { migrations, kind }: { readonly migrations: Migrations; readonly kind: DatabaseKind },
): Promise<void> {
  const all = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: async (trx) => (typeof up === "function" ? up(trx, kind) : undefined) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(all) } });
  let before: string | undefined;
  for (const { name, executedAt } of await migrator.getMigrations()) {
    const one = migrations[name];
    if (executedAt === undefined && one !== undefined && typeof one !== "function") {
      if (before !== undefined) demandDone(await migrator.migrateTo(before));
      await migrateInPortions(db, { name, migration: one, kind }).catch((error: unknown) => demandDone({ error }));
    }
    before = executedAt === undefined ? name : undefined;
  }
  demandDone(await migrator.migrateToLatest());
}

function demandDone({ error }: { readonly error?: unknown }): void {
  if (error !== undefined) throw new Error("the database schema could not be brought up to date", { cause: error });
}

/** As a migration gets it: without the types of tables. */
const untyped: (db: Parameters<Migration["up"]>[0]) => Kysely<unknown> = (db) => db;

interface InPortions {
  readonly name: string;
  readonly migration: MigrationInPortions;
  readonly kind: DatabaseKind;
}

async function migrateInPortions(db: Kysely<Tables>, { name, migration, kind }: InPortions): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (kind === "postgres") await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await sql`create table if not exists migration_portions (name text primary key, last text)`.execute(trx);
    // A second server waits here until the tables are there.
    const begun =
      await sql`insert into migration_portions (name) values (${name}) on conflict do nothing returning name`.execute(
        trx,
      );
    if (begun.rows.length > 0) await migration.begin(untyped(trx), kind);
  });
  const portion = (trx: Kysely<Tables>) => nextPortion(trx, { name, migration, kind });
  while (await db.transaction().execute(portion));
}

/** Of two processes one waits for the other, and goes on after it. */
async function nextPortion(trx: Kysely<Tables>, { name, migration, kind }: InPortions): Promise<boolean> {
  const { rows } = await sql<{ readonly last: string | null }>`
    update migration_portions set name = name where name = ${name} returning last`.execute(trx);
  const end = await migration.next(untyped(trx), kind, rows[0]?.last ?? undefined);
  if (end === undefined) return false;
  await sql`update migration_portions set last = ${end} where name = ${name}`.execute(trx);
  return true;
}

/** Any number that nothing else locks. */
const LOCK = 7_220_220;

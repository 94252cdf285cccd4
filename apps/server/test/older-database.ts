/** Databases of earlier versions. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import type { Tables } from "../src/adapters/database/index.ts";
import { openPostgres } from "../src/adapters/postgres/index.ts";
import { openSqlite } from "../src/adapters/sqlite/index.ts";
import { MIGRATIONS } from "../src/app/areas.ts";
import type { TestDatabase } from "./test-databases.ts";

/** The schema of the last version before a migration. */
export const openBefore = (migration: string, database: TestDatabase): Promise<Kysely<Tables>> =>
  openWith(Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < migration)), database);

/** Brought up to date with these migrations. */
export async function openWith(migrations: typeof MIGRATIONS, { settings }: TestDatabase): Promise<Kysely<Tables>> {
  const { databaseUrl, dataDir } = settings;
  return databaseUrl === undefined
    ? openSqlite(join(dataDir, "callpanel.db"), migrations)
    : openPostgres(databaseUrl, { migrations, onIdleError: () => undefined });
}

/** A database of the tests may have the newest schema already. */
export async function emptyDatabase({ settings: { databaseUrl, dataDir } }: TestDatabase): Promise<void> {
  if (databaseUrl === undefined) {
    rmSync(join(dataDir, "callpanel.db"));
    return;
  }
  const db = await openPostgres(databaseUrl, { migrations: MIGRATIONS, onIdleError: () => undefined });
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await db.destroy();
}

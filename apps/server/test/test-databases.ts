import { afterAll, it } from "vitest";
import { openDatabase } from "../src/app/services/storage.ts";
import { createPostgresDatabase } from "./postgres-database.ts";
import { freshStore } from "./store-file.ts";
import { silentLog, temporaryStorage } from "./temporary-storage.ts";

/** An empty database of either kind; `settings` opens it, also more than once. */
export interface TestDatabase {
  readonly settings: Parameters<typeof openDatabase>[0];
  remove(): Promise<void>;
}

type Suite = (kind: string, create: () => Promise<TestDatabase>) => void;

/** Runs a suite of tests on SQLite, and on the PostgreSQL of TEST_DATABASE_URL if it is set; with TEST_POSTGRES_ONLY on that alone. */
export function onEachDatabase(suite: Suite): void {
  const postgresUrl = process.env["TEST_DATABASE_URL"];
  if (process.env["TEST_POSTGRES_ONLY"] === undefined) onSqlite(suite);
  else if (postgresUrl === undefined) it.skip("needs PostgreSQL");
  if (postgresUrl !== undefined) onPostgres(suite, postgresUrl);
}

function onSqlite(suite: Suite): void {
  const storage = temporaryStorage();
  suite("SQLite", async () => ({ settings: await freshStore(storage), remove: async () => storage.remove() }));
}

/** The schema is made once for a file of tests, then copied: a tenth of the time. */
function onPostgres(suite: Suite, postgresUrl: string): void {
  let template: ReturnType<typeof createTemplate> | undefined;
  suite("PostgreSQL", async () => {
    template ??= createTemplate(postgresUrl);
    const { databaseUrl, remove } = await createPostgresDatabase(postgresUrl, (await template).name);
    return { settings: settingsOf(databaseUrl), remove };
  });
  afterAll(async () => (await template)?.remove());
}

async function createTemplate(postgresUrl: string) {
  const database = await createPostgresDatabase(postgresUrl);
  const db = await openDatabase(settingsOf(database.databaseUrl), silentLog);
  await db.destroy();
  return database;
}

const settingsOf = (databaseUrl: string): TestDatabase["settings"] => ({ dataDir: "", databaseUrl, realm: undefined });

import type { openDatabase } from "../src/app/storage.ts";
import { createPostgresDatabase } from "./postgres-database.ts";
import { temporaryStorage } from "./temporary-storage.ts";

/** An empty database of either kind; `settings` opens it, also more than once. */
export interface TestDatabase {
  readonly settings: Parameters<typeof openDatabase>[0];
  remove(): Promise<void>;
}

/** Runs a suite of tests on SQLite, and on the PostgreSQL of TEST_DATABASE_URL if it is set. */
export function onEachDatabase(suite: (kind: string, create: () => Promise<TestDatabase>) => void): void {
  const storage = temporaryStorage();
  suite("SQLite", async () => ({ settings: storage.fresh(), remove: async () => storage.remove() }));
  const postgresUrl = process.env["TEST_DATABASE_URL"];
  if (postgresUrl === undefined) return;
  suite("PostgreSQL", async () => {
    const { databaseUrl, remove } = await createPostgresDatabase(postgresUrl);
    return { settings: { dataDir: "", databaseUrl, realm: undefined }, remove };
  });
}

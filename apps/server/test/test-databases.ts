import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { openDatabase } from "../src/app/storage.ts";
import { temporaryStorage } from "./temporary-storage.ts";

/** One empty database of either kind; `settings` opens it, also a second time. */
export interface TestDatabase {
  readonly settings: Parameters<typeof openDatabase>[0];
  remove(): Promise<void>;
}

/** Runs a suite of tests on SQLite, and on the PostgreSQL of TEST_DATABASE_URL where there is one. */
export function onEachDatabase(suite: (kind: string, create: () => Promise<TestDatabase>) => void): void {
  const storage = temporaryStorage();
  suite("SQLite", async () => ({ settings: storage.fresh(), remove: async () => storage.remove() }));
  const postgresUrl = process.env["TEST_DATABASE_URL"];
  if (postgresUrl === undefined) return;
  const admin = new pg.Client({ connectionString: postgresUrl });
  beforeAll(() => admin.connect());
  afterAll(() => admin.end());
  suite("PostgreSQL", async () => {
    const name = `callpanel_test_${randomUUID().replaceAll("-", "")}`;
    await admin.query(`create database ${name}`);
    const databaseUrl = new URL(postgresUrl);
    databaseUrl.pathname = `/${name}`;
    return {
      settings: { dataDir: "", databaseUrl: databaseUrl.href, realm: undefined },
      remove: async () => {
        await admin.query(`drop database ${name} with (force)`);
      },
    };
  });
}

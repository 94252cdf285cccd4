import { randomUUID } from "node:crypto";
import pg from "pg";

/** A new empty database on the PostgreSQL server of a URL; `remove` drops it, even if it is still in use. */
export async function createPostgresDatabase(
  serverUrl: string,
): Promise<{ readonly databaseUrl: string; remove(): Promise<void> }> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const name = `callpanel_test_${randomUUID().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${name}`;
  return {
    databaseUrl: databaseUrl.href,
    remove: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

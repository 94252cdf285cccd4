import { randomUUID } from "node:crypto";
import pg from "pg";

/** A separate database on the PostgreSQL at an address, empty or a copy of `template`; `remove` drops it even while it is in use. */
export async function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<{ readonly name: string; readonly databaseUrl: string; remove(): Promise<void> }> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const name = `callpanel_test_${randomUUID().replaceAll("-", "")}`;
  await admin.query(`create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${name}`;
  return {
    name,
    databaseUrl: databaseUrl.href,
    remove: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

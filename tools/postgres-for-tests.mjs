/** Vitest's set-up of tests that need PostgreSQL: the one of TEST_DATABASE_URL, else one of our own; without either they are skipped. */
import { startPostgres } from "./postgres.mjs";

export async function setup() {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const postgres = await startPostgres();
  if (postgres === undefined) return undefined;
  process.env["TEST_DATABASE_URL"] = postgres.url;
  return async () => {
    delete process.env["TEST_DATABASE_URL"];
    await postgres.stop();
  };
}

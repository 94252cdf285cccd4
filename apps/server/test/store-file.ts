import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import type { Tables } from "../src/adapters/database/index.ts";
import { openDatabase } from "../src/app/services/storage.ts";
import { silentLog, temporaryStorage } from "./temporary-storage.ts";

type EmptyStorage = ReturnType<ReturnType<typeof temporaryStorage>["fresh"]>;

const FILE = "callpanel.db";

/**
 * SQLite stores with the same start: made once in each process, then copied. All migrations take half as long as a whole test.
 * @returns puts a copy into an empty data directory
 */
export function storeTemplate(
  fill: (db: Kysely<Tables>) => Promise<unknown> = async () => undefined,
): (dataDir: string) => Promise<void> {
  let made: Promise<Uint8Array> | undefined;
  return async (dataDir) => {
    made ??= makeStore(fill);
    writeFileSync(join(dataDir, FILE), await made, { flag: "wx" });
  };
}

async function makeStore(fill: (db: Kysely<Tables>) => Promise<unknown>): Promise<Uint8Array> {
  const storage = temporaryStorage();
  const settings = storage.fresh();
  const db = await openDatabase(settings, silentLog);
  await fill(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db); // libsql does not empty the log when it closes
  await db.destroy();
  const file = readFileSync(join(settings.dataDir, FILE));
  storage.remove();
  return file;
}

const writeEmptyStore = storeTemplate();

/** Settings of an empty store in a temporary folder, with the newest schema. */
export async function freshStore(storage: ReturnType<typeof temporaryStorage>): Promise<EmptyStorage> {
  const settings = storage.fresh();
  await writeEmptyStore(settings.dataDir);
  return settings;
}

/** An empty store in a temporary folder. */
export async function openFreshStore(storage: ReturnType<typeof temporaryStorage>): Promise<Kysely<Tables>> {
  return openDatabase(await freshStore(storage), silentLog);
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import { sql, type Kysely } from "kysely";
import type { Tables } from "../src/adapters/database/index.ts";
import { parseSettings } from "../src/app/config.ts";
import { createStores, openDatabase, seedDemo } from "../src/app/services/storage.ts";
import { DEMO_PASSWORD } from "../src/modules/users/index.ts";
import { silentLog, temporaryStorage } from "./temporary-storage.ts";

const FILE = "callpanel.db";

let seeded: Promise<Uint8Array> | undefined;

/**
 * Cheap password hashes: the product's own cost would be a large part of a test's time, 24 times for each server and at
 * every sign-in.
 */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/**
 * Puts the demo company into an empty data directory. It is seeded once in each process, with cheap password hashes, then
 * copied.
 */
export async function writeDemoStore(dataDir: string): Promise<void> {
  seeded ??= seedStore();
  writeFileSync(join(dataDir, FILE), await seeded, { flag: "wx" });
}

async function seedStore(): Promise<Uint8Array> {
  const storage = temporaryStorage();
  const settings = { ...parseSettings({}), ...storage.fresh() };
  const db = await openDatabase(settings, silentLog);
  await seedDemo(settings, createStores(db), { now: Date.now() });
  await makePasswordsCheap(db);
  await sql`pragma wal_checkpoint(truncate)`.execute(db); // libsql does not empty the log when it closes
  await db.destroy();
  const file = readFileSync(join(settings.dataDir, FILE));
  storage.remove();
  return file;
}

async function makePasswordsCheap(db: Kysely<Tables>): Promise<void> {
  for (const { user_id } of await db.selectFrom("credentials").select("user_id").execute()) {
    const password_hash = await hash(DEMO_PASSWORD, CHEAP);
    await db.updateTable("credentials").set({ password_hash }).where("user_id", "=", user_id).execute();
  }
}

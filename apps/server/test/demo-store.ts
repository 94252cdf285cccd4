import { hash } from "@node-rs/argon2";
import type { Kysely } from "kysely";
import type { Tables } from "../src/adapters/database/index.ts";
import { parseSettings } from "../src/app/config.ts";
import { createStores, seedDemo } from "../src/app/services/storage.ts";
import { DEMO_PASSWORD } from "../src/modules/users/index.ts";
import { storeTemplate } from "./store-file.ts";

/**
 * Cheap password hashes: the product's own cost would be a large part of a test's time, 24 times for each server and at
 * every sign-in.
 */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

export const cheapHash = (password: string): Promise<string> => hash(password, CHEAP);

/** Puts the demo company, with cheap password hashes, into an empty data directory. */
export const writeDemoStore = storeTemplate(async (db) => {
  await seedDemo(parseSettings({}), createStores(db), { now: Date.now() });
  await makePasswordsCheap(db);
});

async function makePasswordsCheap(db: Kysely<Tables>): Promise<void> {
  for (const { user_id } of await db.selectFrom("credentials").select("user_id").execute()) {
    const password_hash = await cheapHash(DEMO_PASSWORD);
    await db.updateTable("credentials").set({ password_hash }).where("user_id", "=", user_id).execute();
  }
}

import type { Kysely } from "kysely";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createFirstRunStore } from "./first-run.store.ts";

/** How far the first run is: a single row. */
async function createFirstRun(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("first_run", (t) => t.textKey("name").text("value"));
}

export const firstRunDatabase = {
  migrations: { "0350_first_run": createFirstRun },
  stores: (db: Kysely<Tables>) => ({ firstRun: createFirstRunStore(db) }),
} satisfies DatabaseArea;

import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import { schemaBuilder, type DatabaseKind } from "../schema-builder.ts";
import type { Tables } from "../schema.ts";
import { createActivityStore } from "./activity.store.ts";

/** Figures of the last day; `facts` as JSON. */
async function createSamples(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await schemaBuilder(db, kind).create("activity_samples", (t) => t.withId().whole("at").text("realm", "facts"));
  await db.schema.createIndex("activity_samples_time").on("activity_samples").columns(["at"]).execute();
}

export const activityDatabase = {
  migrations: { "0360_activity": createSamples },
  stores: (db: Kysely<Tables>) => ({ activity: createActivityStore(db) }),
} satisfies DatabaseArea;

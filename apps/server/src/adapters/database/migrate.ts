import { Migrator, type Kysely } from "kysely";
import type { DatabaseKind } from "./schema-builder.ts";
import { migrationsFor } from "./migrations.ts";
import type { Tables } from "./schema.ts";

/** Brings the schema up to date; two processes may run it at the same time. */
export async function migrate(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error("the database schema could not be brought up to date", { cause: error });
}

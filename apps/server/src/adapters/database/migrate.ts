import { Migrator, type Kysely, type Migration } from "kysely";
import type { Migrations } from "./database-area.ts";
import type { DatabaseKind } from "./schema-builder.ts";
import type { Tables } from "./schema.ts";

/** Brings the schema up to date; two processes may run it at the same time. */
export async function migrate(
  db: Kysely<Tables>,
  { migrations, kind }: { readonly migrations: Migrations; readonly kind: DatabaseKind },
): Promise<void> {
  const all = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: (trx) => up(trx, kind) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(all) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error("the database schema could not be brought up to date", { cause: error });
}

import type { Kysely } from "kysely";
import type { DatabaseKind } from "./schema-builder.ts";
import type { Tables } from "./schema.ts";

/** Migrations by name. They run in the order of their names; a released migration is never changed or renamed. */
export type Migrations = Readonly<Record<string, (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>>>;

/** What an area keeps in the database. */
export interface DatabaseArea {
  readonly migrations: Migrations;
  readonly stores: (db: Kysely<Tables>) => object;
}

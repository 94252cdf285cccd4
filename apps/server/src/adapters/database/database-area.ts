import type { Kysely } from "kysely";
import type { DatabaseKind } from "./schema-builder.ts";
import type { Tables } from "./schema.ts";

type Migrate = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>;

/** What goes through more rows than one transaction should: an upgrade that is cut off goes on after the last whole portion. */
export interface MigrationInPortions {
  /** Once, before the first portion: the tables. */
  readonly begin: Migrate;
  /**
   * The portion after the one that ended with `last`, in a transaction; undefined: the first one.
   * @returns what it ended with; undefined: there was nothing left
   */
  readonly next: (db: Kysely<unknown>, kind: DatabaseKind, last: string | undefined) => Promise<string | undefined>;
}

/** Migrations by name. They run in the order of their names; a released migration is never changed or renamed. */
export type Migrations = Readonly<Record<string, Migrate | MigrationInPortions>>;

/** What an area keeps in the database. */
export interface DatabaseArea {
  readonly migrations: Migrations;
  readonly stores: (db: Kysely<Tables>) => object;
}

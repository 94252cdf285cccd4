import type { CreateTableBuilder, Kysely } from "kysely";

export type DatabaseKind = "sqlite" | "postgres";

export type Table = CreateTableBuilder<string, string>;

/** Column types and schema operations for migrations, for both kinds of database. */
export function drawing(db: Kysely<unknown>, kind: DatabaseKind) {
  return {
    create: (name: string, shape: (table: Table) => Table) => shape(db.schema.createTable(name)).execute(),
    withId: (table: Table): Table =>
      kind === "sqlite"
        ? table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
        : table.addColumn("id", "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity()),
    ownedBy: (table: Table, column: string, owner: string): Table =>
      table.addColumn(column, "bigint", (one) => one.notNull().references(`${owner}.id`).onDelete("cascade")),
    text: (table: Table, ...columns: readonly string[]): Table =>
      columns.reduce((built, column) => built.addColumn(column, "text", (one) => one.notNull()), table),
    whole: (table: Table, ...columns: readonly string[]): Table =>
      columns.reduce((built, column) => built.addColumn(column, "bigint", (one) => one.notNull()), table),
  };
}

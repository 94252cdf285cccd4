import type { ColumnBuilderCallback, ColumnDataType, CreateTableBuilder, Expression, Kysely } from "kysely";

export type DatabaseKind = "sqlite" | "postgres";

type CreateTable = CreateTableBuilder<string, string>;

/** A table of a migration. Columns are in the order of the calls; except for `addColumn` they are not null. */
export interface Table {
  readonly statement: CreateTable;
  /** `id`, an integer that grows, as primary key. */
  withId(): Table;
  /** A text as primary key. */
  textKey(column: string): Table;
  /** The id of another table's row as primary key; the row is removed with that row. */
  keyOf(column: string, owner: string): Table;
  /** The id of another table's row; the row is removed with that row. */
  ownedBy(column: string, owner: string): Table;
  text(...columns: readonly string[]): Table;
  /** Integers of 64 bits. */
  whole(...columns: readonly string[]): Table;
  addColumn(column: string, type: ColumnDataType | Expression<unknown>, build?: ColumnBuilderCallback): Table;
  addPrimaryKeyConstraint(name: string, columns: readonly string[]): Table;
  addUniqueConstraint(name: string, columns: readonly string[]): Table;
}

/** Creates the tables of migrations. */
export function schemaBuilder(db: Kysely<unknown>, kind: DatabaseKind) {
  return {
    create: (name: string, shape: (table: Table) => Table): Promise<void> =>
      shape(tableOn(db.schema.createTable(name), kind)).statement.execute(),
  };
}

function tableOn(statement: CreateTable, kind: DatabaseKind): Table {
  const on = (next: CreateTable): Table => tableOn(next, kind);
  const add: Table["addColumn"] = (column, type, build) => on(statement.addColumn(column, type, build));
  const addAll = (columns: readonly string[], type: ColumnDataType): Table =>
    on(columns.reduce((built, column) => built.addColumn(column, type, (one) => one.notNull()), statement));
  return {
    statement,
    withId: () =>
      kind === "sqlite"
        ? add("id", "integer", (one) => one.primaryKey().autoIncrement())
        : add("id", "bigint", (one) => one.primaryKey().generatedByDefaultAsIdentity()),
    textKey: (column) => add(column, "text", (one) => one.primaryKey()),
    keyOf: (column, owner) =>
      add(column, "bigint", (one) => one.primaryKey().references(`${owner}.id`).onDelete("cascade")),
    ownedBy: (column, owner) =>
      add(column, "bigint", (one) => one.notNull().references(`${owner}.id`).onDelete("cascade")),
    text: (...columns) => addAll(columns, "text"),
    whole: (...columns) => addAll(columns, "bigint"),
    addColumn: add,
    addPrimaryKeyConstraint: (name, columns) => on(statement.addPrimaryKeyConstraint(name, [...columns])),
    addUniqueConstraint: (name, columns) => on(statement.addUniqueConstraint(name, [...columns])),
  };
}

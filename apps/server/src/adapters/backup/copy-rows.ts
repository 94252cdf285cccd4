/** Rows of one schema between PostgreSQL and a SQLite file, a portion at a time. */
import { sql, type Kysely, type Transaction } from "kysely";
import Database from "libsql";
import type { Tables } from "../database/index.ts";

type File = InstanceType<typeof Database>;
type Row = Readonly<Record<string, unknown>>;
/** What both kinds of databases keep. */
type Cell = string | number | Uint8Array | null;

const PORTION = 200;
/** Pictures. */
const PORTION_OF_BYTES = 16;
/** Of the tool that upgrades: both sides have the same. */
const UPGRADES = /^(kysely_|migration_portions$)/;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly hasBytes: boolean;
}

/** BACKUP-16: fills a file that has the schema, and seeds, with the rows that a snapshot sees. */
export async function readRows(trx: Transaction<Tables>, path: string): Promise<void> {
  const file = new Database(path);
  try {
    // The file is synced once, when it is whole.
    file.exec("pragma foreign_keys = off; pragma synchronous = off; begin");
    for (const table of tablesOf(file)) await readTable(trx, file, table);
    for (const { name, last } of await sequencesOf(trx)) {
      file.prepare("delete from sqlite_sequence where name = ?").run([name]);
      file.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run([name, last]);
    }
    if (file.prepare("pragma foreign_key_check").all().length > 0)
      throw new Error("rows of the snapshot refer to others that it does not have");
    file.exec("commit");
  } finally {
    file.close();
  }
}

async function readTable(trx: Transaction<Tables>, file: File, { name, columns, hasBytes }: Table): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(", ");
  file.prepare(`delete from "${name}"`).run();
  const insert = file.prepare(`insert into "${name}" (${list}) values (${columns.map(() => "?").join(", ")})`);
  const fields = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare portions no scroll cursor for select ${fields} from ${sql.table(name)}`.execute(trx);
  for (;;) {
    const count = sql.lit(hasBytes ? PORTION_OF_BYTES : PORTION);
    const { rows } = await sql<Row>`fetch ${count} from portions`.execute(trx);
    if (rows.length === 0) break;
    for (const row of rows) insert.run(columns.map((column) => cellOf(row[column])));
  }
  await sql`close portions`.execute(trx);
}

/** BACKUP-16: replaces all rows by those of a file with the same schema, in the order of their references. */
export async function writeRows(path: string, trx: Transaction<Tables>): Promise<void> {
  const file = new Database(path, { readonly: true });
  try {
    const tables = await inOrder(trx, await ownTables(trx, file));
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx);
    for (const table of tables) await writeTable(file, trx, table);
    const lasts = new Map(file.prepare("select name, seq from sqlite_sequence").all().map(sequenceOf));
    for (const { name, sequence } of await sequencesOf(trx)) {
      const last = lasts.get(name) ?? 0;
      await sql`select setval(${sequence}::regclass, ${Math.max(last, 1)}::bigint, ${last > 0}::boolean)`.execute(trx);
    }
  } finally {
    file.close();
  }
}

async function writeTable(file: File, trx: Transaction<Tables>, { name, columns, hasBytes }: Table): Promise<void> {
  const types = await typesOf(trx, name);
  const portion = hasBytes ? PORTION_OF_BYTES : PORTION;
  const list = columns.map((column) => `"${column}"`).join(", ");
  // By rowid, so that a statement never stays open over a wait.
  const read = file.prepare(
    `select rowid as "rowid!", ${list} from "${name}" where rowid > ? order by rowid limit ${portion}`,
  );
  const fields = sql.join(columns.map((column) => sql.ref(column)));
  for (let last = Number.MIN_SAFE_INTEGER; ;) {
    const rows = read.all([last]).map(rowOf);
    const end = rows.at(-1);
    if (end === undefined) return;
    const cells = columns.map((column) => {
      const type = types.get(column) ?? "text";
      return sql`${rows.map((row) => fitting(cellOf(row[column]), type))}::${sql.raw(type)}[]`;
    });
    await sql`insert into ${sql.table(name)} (${fields}) overriding system value select * from unnest(${sql.join(cells)})`.execute(
      trx,
    );
    last = Number(end["rowid!"]);
  }
}

/** SQLite keeps what it was given: a fraction of a millisecond, and the character NUL, which PostgreSQL refuses. */
function fitting(cell: Cell, type: string): Cell {
  if (typeof cell === "number" && (type === "bigint" || type === "integer")) return Math.round(cell);
  if (typeof cell === "string" && cell.includes("\0")) return cell.replaceAll("\0", "");
  return cell;
}

/** A file from elsewhere must name no table of another schema: `sql.table` reads a dot as the end of a schema's name. */
async function ownTables(db: Kysely<Tables>, file: File): Promise<readonly Table[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db);
  const own = new Set(rows.map(({ name }) => name));
  const tables = tablesOf(file);
  const foreign = tables.find(({ name }) => name.includes(".") || !own.has(name));
  if (foreign !== undefined) throw new Error(`the database has no table ${JSON.stringify(foreign.name)}`);
  return tables;
}

/** Without virtual tables and theirs, which are made from the others. */
function tablesOf(file: File): readonly Table[] {
  const names = file
    .prepare("select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'")
    .all()
    .map((row) => String(rowOf(row)["name"]));
  return names
    .filter((name) => !UPGRADES.test(name))
    .map((name) => {
      const columns = file.prepare("select name, type from pragma_table_info(?)").all([name]).map(rowOf);
      return {
        name,
        columns: columns.map((column) => String(column["name"])),
        hasBytes: columns.some((column) => String(column["type"]).toLowerCase() === "blob"),
      };
    });
}

/** What is referred to comes first. */
async function inOrder(db: Kysely<Tables>, tables: readonly Table[]): Promise<readonly Table[]> {
  const { rows } = await sql<{ readonly one: string; readonly other: string }>`
    select conrelid::regclass::text as one, confrelid::regclass::text as other from pg_constraint
    where contype = 'f' and conrelid <> confrelid`.execute(db);
  const ordered: Table[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const waits = new Set(rows.filter(({ other }) => rest.some(({ name }) => name === other)).map(({ one }) => one));
    const next = rest.filter(({ name }) => !waits.has(name));
    if (next.length === 0) throw new Error("tables refer to each other in a circle");
    ordered.push(...next);
    rest = rest.filter(({ name }) => waits.has(name));
  }
  return ordered;
}

async function typesOf(db: Kysely<Tables>, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ readonly name: string; readonly type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Of ids that grow; `last`: the last one that was given. */
async function sequencesOf(db: Kysely<Tables>) {
  const { rows } = await sql<{ readonly name: string; readonly sequence: string; readonly last: number }>`
    select c.table_name as name, pg_get_serial_sequence(c.table_name, c.column_name) as sequence,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence(c.table_name, c.column_name)::regclass), 0) as last
    from information_schema.columns c where c.is_identity = 'YES' and c.table_schema = current_schema()`.execute(db);
  return rows;
}

function sequenceOf(value: unknown): readonly [name: string, last: number] {
  const row = rowOf(value);
  return [String(row["name"]), Number(row["seq"])];
}

const rowOf = (value: unknown): Row => (typeof value === "object" && value !== null ? { ...value } : {});

function cellOf(value: unknown): Cell {
  if (value === null || typeof value === "string" || typeof value === "number" || value instanceof Uint8Array)
    return value;
  throw new Error(`a back-up cannot keep a value of type ${typeof value}`);
}

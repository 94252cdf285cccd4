import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type SqliteDatabase,
} from "kysely";
import Database from "libsql";
import { migrate, type Tables } from "../database/index.ts";

/** Another process (the command line) may hold the write lock for a moment. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the SQLite file and brings its schema up to date. WAL lets other processes read and write beside us;
 * synchronous=FULL makes a committed transaction survive power loss.
 */
export async function openSqlite(path: string): Promise<Kysely<Tables>> {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
  const file = new Database(path);
  file.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  file.exec("pragma synchronous = full; pragma foreign_keys = on");
  file.prepare("pragma journal_mode = wal").all();
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => new ImmediateSqliteDriver({ database: guarded(file) }),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  await migrate(db, "sqlite");
  return db;
}

/** Takes the write lock at the start: a transaction that reads first and writes later could not wait for another writer. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** SQLite's DDL is transactional, so a migration is all or nothing and two processes cannot run it at once. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** libsql ends the whole process when a boolean, an object or undefined is bound: such a query must fail by itself. */
function guarded(file: Database.Database): SqliteDatabase {
  return {
    close: () => void file.close(),
    prepare: (text) => {
      const statement = file.prepare(text);
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(checked(parameters)),
        run: (parameters) => statement.run(checked(parameters)),
        iterate: (parameters) => statement.iterate(checked(parameters)),
      };
    },
  };
}

function checked(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (value === null || typeof value === "string" || typeof value === "bigint" || value instanceof Uint8Array)
      return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw new TypeError(`SQLite cannot bind a ${typeof value}`);
  });
}

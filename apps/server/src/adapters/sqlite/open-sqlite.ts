import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import Database from "libsql";
import { migrate, type Migrations, type Tables } from "../database/index.ts";
import { LibsqlDriver } from "./sqlite-driver.ts";

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;

/**
 * Opens the SQLite file and brings its schema up to date. With WAL, other processes can read and write in parallel; with
 * synchronous=FULL, a committed transaction survives a power loss.
 */
export async function openSqlite(path: string, migrations: Migrations): Promise<Kysely<Tables>> {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_FOLDER });
  const file = new Database(path);
  chmodSync(path, OWNER_FILE); // SQLite creates -wal and -shm with the same mode
  file.exec("pragma busy_timeout = 0"); // the driver waits instead, without blocking the thread
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => new LibsqlDriver(file),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  try {
    await sql`pragma journal_mode = wal`.execute(db);
    await sql`pragma synchronous = full`.execute(db);
    await sql`pragma foreign_keys = on`.execute(db);
    await migrate(db, { migrations, kind: "sqlite" });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** SQLite's DDL is transactional, so a migration is all or nothing, and two processes cannot run it in parallel. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

import { AppError } from "@callpanel/contract";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SelectQueryNode,
  type TransactionSettings,
} from "kysely";
import type Database from "libsql";
import AsyncDatabase from "libsql/promise";
import { createStatements, type Prepared, type Statements } from "./statements.ts";

/** Another process (the command line) may hold the write lock: retry interval, and limit of the wait. */
const BUSY_RETRY_MS = 5;
const BUSY_PATIENCE_MS = 10_000;

/**
 * One connection, used by one query or transaction at a time. The wait for a locked database does not block the thread.
 * SQLite's own busy timeout would block it, and calls with it.
 */
export class LibsqlDriver implements Driver {
  readonly #file: Database.Database;
  readonly #connection: DatabaseConnection;
  #last: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;
  #committing: Promise<void> = Promise.resolve();

  constructor(file: Database.Database) {
    this.#file = file;
    this.#connection = new LibsqlConnection(file);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last;
    let release = (): void => undefined;
    this.#last = new Promise((resolve) => (release = resolve));
    await before;
    this.#release = release;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  /** Takes the write lock immediately: a transaction that reads first and writes later could not wait for another writer. */
  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** Writes to the disk, and sometimes checkpoints the WAL, on libsql's own thread, so that a slow disk does not block. */
  async commitTransaction(): Promise<void> {
    const committing = untilFree(() => execBeside(this.#file, "commit"));
    this.#committing = committing.catch(() => undefined);
    await committing;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a full disk, everything is rolled back already; the error to report is the full disk, not the failed rollback.
    if (!this.#file.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  /** SERVER-70: after what was begun before. */
  async destroy(): Promise<void> {
    await this.#last;
    await this.#committing;
    this.#file.close();
  }
}

class LibsqlConnection implements DatabaseConnection {
  readonly #statements: Statements;

  constructor(file: Database.Database) {
    this.#statements = createStatements(file);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const bound = checked(parameters);
    let prepared: Prepared | undefined;
    const result = await untilFree(() => {
      // The same statement object again: libsql leaves a statement that failed as busy in progress, and then no transaction
      // of the connection can commit (tursodatabase/libsql-js pull request 237). Running it again resets it.
      prepared ??= this.#statements.take(sql);
      return run<R>(prepared, bound);
    });
    // One that failed is not given back, and so not used again.
    if (prepared !== undefined) this.#statements.giveBack(sql, prepared);
    return result;
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(_query: CompiledQuery<SelectQueryNode>): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("nothing streams rows from SQLite");
  }
}

/** Retries while another process has locked the file. */
async function untilFree<T>(attempt: () => T | Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_RETRY_MS) {
    try {
      return await attempt();
    } catch (error) {
      // The attempt changed nothing, so it can be repeated.
      if (isFull(error)) throw new AppError("server.full", {}, { cause: error });
      if (!isBusy(error) || waitedMs >= BUSY_PATIENCE_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
  }
}

/** Runs SQL on another thread. Both libsql interfaces share the connection, but only the asynchronous one can do this. */
async function execBeside(file: Database.Database, sql: string): Promise<void> {
  const done: unknown = AsyncDatabase.prototype.exec.call(file, sql);
  await done;
}

function run<R>(prepared: Prepared, parameters: unknown[]): QueryResult<R>;
function run({ statement, isReader }: Prepared, parameters: unknown[]): QueryResult<unknown> {
  if (isReader) return { rows: statement.all(parameters) };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

const isFull = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "SQLITE_FULL";

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_BUSY");

/**
 * libsql crashes the process when a boolean, an object or undefined is bound; a check makes only the query fail. It binds a number
 * as a real one, and then the index of words ignores a limit of rows: whole numbers are bound as integers.
 */
function checked(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (value === null || typeof value === "string" || typeof value === "bigint" || value instanceof Uint8Array)
      return value;
    if (typeof value === "number" && Number.isFinite(value)) return Number.isSafeInteger(value) ? BigInt(value) : value;
    throw new TypeError(`SQLite cannot bind a ${typeof value}`);
  });
}

import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { migrate, type Migrations, type Tables } from "../database/index.ts";

const CONNECTIONS = 10;

interface PostgresOptions {
  readonly onIdleError: (error: Error) => void;
}

/** Opens PostgreSQL and brings the schema up to date. */
export async function openPostgres(
  url: string,
  { migrations, onIdleError }: PostgresOptions & { readonly migrations: Migrations },
): Promise<Kysely<Tables>> {
  const db = connectPostgres(url, { onIdleError });
  try {
    await migrate(db, { migrations, kind: "postgres" });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** With the schema that is there. bigint columns contain ids and milliseconds, all below 2^53; read as numbers. */
export function connectPostgres(url: string, { onIdleError }: PostgresOptions): Kysely<Tables> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, types, verify: withoutJit });
  // The pool replaces an idle connection that the server closes; without a listener, the event would end the process.
  pool.on("error", onIdleError);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

const INT8 = 20; // pg_type.oid of bigint

/** Compiling a query takes longer than it saves, and PostgreSQL decides by costs that it overestimates where it looks at each row. */
function withoutJit(client: pg.ClientBase, done: (error?: Error) => void): void {
  client.query("set jit = off", done);
}

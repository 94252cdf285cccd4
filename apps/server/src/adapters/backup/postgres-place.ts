import { rename, rm } from "node:fs/promises";
import { AppError } from "@callpanel/contract";
import { sql, type Kysely, type Transaction } from "kysely";
import { indexMessages, type Migrations, type Tables } from "../database/index.ts";
import { connectPostgres, openPostgres } from "../postgres/index.ts";
import { openSqlite } from "../sqlite/index.ts";
import { readRows, writeRows } from "./copy-rows.ts";
import { countKinds, type DatabasePlace } from "./database-place.ts";
import { sizeOf } from "./files.ts";
import { SIDE_FILES, vacuumInto } from "./sqlite-place.ts";

const CONNECTION = {
  // Work on a connection that is lost fails by itself.
  onIdleError: () => undefined,
};

/** A database server: BACKUP-16. */
export function postgresPlace(url: string, migrations: Migrations): DatabasePlace {
  const using = async <T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> => {
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  };
  const connected = <T>(work: (db: Kysely<Tables>) => Promise<T>) => using(connectPostgres(url, CONNECTION), work);

  const load = async (path: string, check: (trx: Transaction<Tables>) => Promise<void>): Promise<void> => {
    await (await openSqlite(path, migrations)).destroy();
    await using(await openPostgres(url, { migrations, ...CONNECTION }), (db) =>
      db.transaction().execute(async (trx) => {
        // A server that starts meanwhile waits until this is done.
        await sql`lock table instances in access exclusive mode`.execute(trx);
        await check(trx);
        await writeRows(path, trx);
        await trx.updateTable("instances").set({ lease_until: 0 }).execute();
        // SERVER-60: two databases with the id of one could share a folder.
        await trx.deleteFrom("server_keys").where("name", "=", DATABASE_ID).execute();
        await indexMessages(trx);
      }),
    );
  };

  const copyTo = async (path: string): Promise<string> => {
    const filling = `${path}.filling`;
    try {
      const schema = await connected((db) =>
        db
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only")
          .execute(async (trx) => {
            const newest = await checkSchema(trx, migrations);
            await (await openSqlite(filling, migrations)).destroy();
            await readRows(trx, filling);
            return newest;
          }),
      );
      await using(await openSqlite(filling, migrations), (db) => db.transaction().execute((trx) => indexMessages(trx)));
      await vacuumInto(filling, path);
      return schema;
    } finally {
      for (const side of ["", ...SIDE_FILES]) await rm(`${filling}${side}`, { force: true });
    }
  };

  return {
    copyTo,
    isEmpty: () => connected(async (db) => !(await hasRows(db, "realms"))),
    countRows: () => connected((db) => countKinds((table) => countOf(db, table))),
    fill: async (path) => {
      await load(path, async (trx) => {
        if (await hasRows(trx, "realms")) throw new AppError("backup.notEmpty", { dataDir: "DATABASE_URL" });
      });
      await rm(path);
    },
    replace: async (path, kept) => {
      if ((await sizeOf(path)) === undefined) return;
      if ((await sizeOf(kept)) === undefined) {
        await rm(`${kept}.part`, { force: true });
        await copyTo(`${kept}.part`);
        await rename(`${kept}.part`, kept);
      }
      await load(path, checkAlone);
      await rm(path);
    },
    putBack: async (kept) => {
      if ((await sizeOf(kept)) !== undefined) await load(kept, checkAlone);
    },
  };
}

/** In server_keys (`databaseIdOf`). */
const DATABASE_ID = "database";

async function checkAlone(trx: Transaction<Tables>): Promise<void> {
  const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const other = await trx.selectFrom("instances").where("lease_until", ">", now).select("id").executeTakeFirst();
  if (other !== undefined) throw new AppError("backup.severalServers");
}

/** A back-up is taken by the command line of the version that runs on the database. @returns the newest migration */
async function checkSchema(db: Kysely<Tables>, migrations: Migrations): Promise<string> {
  if (!(await isThere(db, "kysely_migration"))) throw new AppError("backup.nothing");
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration order by name`.execute(db);
  const names = rows.map(({ name }) => name);
  if (JSON.stringify(names) !== JSON.stringify(Object.keys(migrations).toSorted()))
    throw new AppError("backup.otherVersion");
  return names.at(-1) ?? "";
}

async function isThere(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ readonly is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db);
  return rows[0]?.is === true;
}

async function hasRows(db: Kysely<Tables>, table: string): Promise<boolean> {
  if (!(await isThere(db, table))) return false;
  return (await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0;
}

async function countOf(db: Kysely<Tables>, table: string): Promise<number> {
  if (!(await isThere(db, table))) return 0;
  const { rows } = await sql<{ readonly total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db);
  return rows[0]?.total ?? 0;
}

import { chmodSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { NAMES, OWNER_FILE } from "./backup.model.ts";
import { countKinds, type DatabasePlace, type RowCounts } from "./database-place.ts";
import { moveIfThere, sizeOf, syncFolder } from "./files.ts";

export const SIDE_FILES = ["-wal", "-shm"] as const;

/** The file of a data folder. */
export function sqlitePlace(dataDir: string): DatabasePlace {
  const own = join(dataDir, NAMES.database);
  return {
    copyTo: async (path) => {
      await vacuumInto(own, path);
      return newestMigration(path);
    },
    isEmpty: async () => (await sizeOf(own)) === undefined,
    countRows: () => countRowsOf(own),
    fill: (path) => rename(path, own),
    replace: async (path, kept) => {
      if ((await sizeOf(path)) === undefined) return;
      // They belong to the database that is there: the new one must not find them.
      for (const side of SIDE_FILES) await moveIfThere(`${own}${side}`, `${kept}${side}`);
      await moveIfThere(own, kept);
      await rename(path, own);
    },
    putBack: async (kept) => {
      if ((await sizeOf(kept)) === undefined) return;
      for (const side of SIDE_FILES) await rm(`${own}${side}`, { force: true });
      await rm(own, { force: true });
      for (const side of ["", ...SIDE_FILES]) await moveIfThere(`${kept}${side}`, `${own}${side}`);
    },
  };
}

/** One moment of a database: in WAL mode a reader holds up no writer. */
export async function vacuumInto(from: string, path: string): Promise<void> {
  const file = new Database(from, { readonly: true });
  try {
    file.prepare("vacuum into ?").run([path]);
  } finally {
    file.close();
  }
  chmodSync(path, OWNER_FILE);
  await syncFolder(path);
}

function newestMigration(path: string): string {
  const file = new Database(path, { readonly: true });
  try {
    const [row]: readonly unknown[] = file.prepare("select max(name) as name from kysely_migration").all();
    return typeof row === "object" && row !== null && "name" in row ? String(row.name) : "";
  } finally {
    file.close();
  }
}

/** Each statement is run to its end, so that the file closes. */
export async function countRowsOf(path: string): Promise<RowCounts> {
  const file = new Database(path, { readonly: true });
  try {
    const tables = JSON.stringify(file.prepare("select name from sqlite_master where type = 'table'").all());
    return await countKinds((table) => {
      if (!tables.includes(`"${table}"`)) return 0;
      const [row]: readonly unknown[] = file.prepare(`select count(*) as total from ${table}`).all();
      return typeof row === "object" && row !== null && "total" in row ? Number(row.total) : 0;
    });
  } finally {
    file.close();
  }
}

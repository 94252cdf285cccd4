import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import type { FolderMarks } from "../../kernel/leftovers.ts";

const LOCK_FILE = "server.lock";
const DATABASE_FILE = "server.database";
const MARKS_FOLDER = "instances";
const MARK = ".lock";
const OWNER_FOLDER = 0o700;
/** While another server writes down which database a folder belongs to. */
const BUSY_MS = 2_000;

/**
 * Takes a folder: `alone` for this process only, else beside others that do not take it alone. The lock is SQLite's own on an
 * empty database file: the kernel drops it with the process, however that ends, and programs that we start do not inherit it.
 * @returns how to give it back; undefined while others stand in the way
 */
export function lockFolder(folder: string, { alone }: { readonly alone: boolean }): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
  return lockFile(join(folder, LOCK_FILE), (file) => {
    if (alone) file.exec("begin exclusive");
    else beginShared(file);
  });
}

/**
 * Says which database the files of a folder belong to, as long as this process runs.
 * @returns how to take it back; undefined while servers of another database use the folder
 */
export function bindFolder(folder: string, databaseId: string): (() => void) | undefined {
  const path = join(folder, DATABASE_FILE);
  // The first one writes; others hold the file, and it stays as it is.
  lockFile(path, (file) => {
    file.exec("begin exclusive; create table if not exists bound (database text); delete from bound");
    file.prepare("insert into bound values (?)").run([databaseId]);
    file.exec("commit");
  })?.();
  let isOurs = false;
  const release = lockFile(path, (file) => {
    file.exec(`pragma busy_timeout = ${BUSY_MS}`);
    beginShared(file);
    isOurs = file.prepare("select 1 from bound where database = ?").get([databaseId]) !== undefined;
  });
  if (isOurs) return release;
  release?.();
  return undefined;
}

/** Marks of instances: files that their processes hold. */
export function openFolderMarks(folder: string): FolderMarks {
  const place = join(folder, MARKS_FOLDER);
  mkdirSync(place, { recursive: true, mode: OWNER_FOLDER });
  const fileOf = (id: string): string => {
    if (!/^[a-z0-9]{1,64}$/.test(id)) throw new Error("no id of an instance");
    return join(place, `${id}${MARK}`);
  };
  return {
    ids: () =>
      readdirSync(place).flatMap((name) => (/^[a-z0-9]{1,64}\.lock$/.test(name) ? name.slice(0, -MARK.length) : [])),
    hold: (id) => lockFile(fileOf(id), (file) => file.exec("begin exclusive")),
    remove: (id) => {
      for (const path of [fileOf(id), `${fileOf(id)}-journal`]) rmSync(path, { force: true });
    },
  };
}

/** Reading takes the shared lock, which lasts as long as the transaction. */
function beginShared(file: Database.Database): void {
  file.exec("begin");
  file.prepare("select count(*) from sqlite_master").get([]);
}

function lockFile(path: string, lock: (file: Database.Database) => void): (() => void) | undefined {
  const file = new Database(path);
  try {
    file.exec("pragma busy_timeout = 0");
    lock(file);
  } catch (error) {
    file.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return undefined;
    throw error;
  }
  return () => void file.close();
}

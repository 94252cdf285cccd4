import { closeSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import type { FolderMarks } from "../../kernel/jobs/leftovers.ts";

const LOCK_FILE = "server.lock";
const DATABASE_FILE = "server.database";
const MARKS_FOLDER = "instances";
const MARK = ".lock";
const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
/** Wait while another server writes the id of the database that uses a folder. */
const BUSY_MS = 2_000;

/**
 * Locks a folder: exclusively with `alone`, otherwise shared. The lock is SQLite's own lock on an empty database file:
 * the kernel releases it when the process ends in any way, and child processes do not inherit it.
 * @returns releases it; undefined while other servers prevent it
 */
export function lockFolder(folder: string, { alone }: { readonly alone: boolean }): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
  return lockFile(join(folder, LOCK_FILE), (file) => {
    if (alone) file.exec("begin exclusive");
    else beginShared(file);
  });
}

/**
 * Records which database the files of a folder belong to, as long as this process runs.
 * @returns undoes it; undefined while servers of another database use the folder
 */
export function bindFolder(folder: string, databaseId: string): (() => void) | undefined {
  const path = join(folder, DATABASE_FILE);
  // The first server writes the id; others share the lock, so it cannot change.
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

/** Marks of instances: files that the instances' processes keep locked. */
export function openFolderMarks(folder: string): FolderMarks {
  const place = join(folder, MARKS_FOLDER);
  mkdirSync(place, { recursive: true, mode: OWNER_FOLDER });
  const fileOf = (id: string): string => {
    if (!/^[a-z0-9]{1,64}$/.test(id)) throw new Error("not a valid instance id");
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

/** A read takes the shared lock until the transaction ends. */
function beginShared(file: Database.Database): void {
  file.exec("begin");
  file.prepare("select count(*) from sqlite_master").get([]);
}

function lockFile(path: string, lock: (file: Database.Database) => void): (() => void) | undefined {
  // SQLite would make it with the mode of the process.
  closeSync(openSync(path, "a", OWNER_FILE));
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

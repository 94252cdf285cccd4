import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";

const LOCK_FILE = "server.lock";
const OWNER_FOLDER = 0o700;

/**
 * Takes a folder for this process alone. The lock is SQLite's own on an empty database file: the kernel drops it with the
 * process, however that ends, and programs that we start do not inherit it.
 * @returns how to give it back; undefined while another process has it
 */
export function lockFolder(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
  const file = new Database(join(folder, LOCK_FILE));
  try {
    file.exec("pragma busy_timeout = 0");
    file.exec("begin exclusive");
  } catch (error) {
    file.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return undefined;
    throw error;
  }
  return () => void file.close();
}

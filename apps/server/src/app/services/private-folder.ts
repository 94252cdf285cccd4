import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../kernel/log.ts";

const OWNER_FOLDER = 0o700;
const OWNER_FILE = 0o600;
/** Permission bits of other accounts. */
const OTHERS = 0o077;
/** A shared folder such as /tmp, which must not be closed. */
const STICKY = 0o1000;
/** Files that the server writes. Other files are not changed: DATA_DIR may be somebody's home. */
const OWN =
  /^(?:callpanel\.db.*|server\.lock.*|push-keys\.json|secret\.key|server\.database.*|instances|mail|recordings|sounds|spoken-names|voicemail)$/;
const KEY_FILE = "secret.key";
const KEY_BYTES = 32;

/** Makes the data folder and its files private; logs one line if they were accessible to other accounts. */
export async function closeDataFolder(folder: string, log: Log): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const { mode } = await stat(folder);
  if ((mode & STICKY) !== 0) return log.warn("DATA_DIR is a folder for everybody: choose one of its own", { folder });
  try {
    const wasOpen = (mode & OTHERS) !== 0;
    let count = 0;
    for (const name of await readdir(folder)) if (OWN.test(name)) count += await close(join(folder, name), wasOpen);
    if (wasOpen) await chmod(folder, OWNER_FOLDER);
    if (wasOpen || count > 0)
      log.warn("the data folder was open to other accounts and is private now", { folder, count });
  } catch (error) {
    log.warn("the data folder could not be closed to other accounts", { folder, err: error });
  }
}

/** @returns how many were open. A folder that other accounts could not enter is not searched. */
async function close(path: string, goesDown: boolean): Promise<number> {
  const found = await lstat(path);
  if (!found.isFile() && !found.isDirectory()) return 0;
  const isOpen = (found.mode & OTHERS) !== 0;
  if (isOpen) await chmod(path, found.isDirectory() ? OWNER_FOLDER : OWNER_FILE);
  let count = isOpen ? 1 : 0;
  if (found.isDirectory() && goesDown && isOpen)
    for (const name of await readdir(path)) count += await close(join(path, name), true);
  return count;
}

/** The key for secrets of the data folder, created at the first start. */
export async function readSecretKey(folder: string): Promise<string> {
  const path = join(folder, KEY_FILE);
  try {
    // `wx`: never overwrites an existing key.
    await writeFile(path, randomBytes(KEY_BYTES).toString("base64url"), { flag: "wx", mode: OWNER_FILE, flush: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return (await readFile(path, "utf8")).trim();
}

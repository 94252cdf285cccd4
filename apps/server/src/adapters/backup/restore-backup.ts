import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@callpanel/contract";
import { lockFolder } from "../sqlite/index.ts";
import { NAMES, OWNER_FOLDER, prefixOf, SHARED_SOUNDS, type Manifest } from "./backup.model.ts";
import { checkBackup, soundsOf } from "./check-backup.ts";
import { endSignIns } from "./end-sign-ins.ts";
import type { DatabasePlace } from "./database-place.ts";
import { copyWhole, namesIn, sizeOf, syncFolder } from "./files.ts";

export interface RestoreOrder {
  readonly database: DatabasePlace;
  readonly dataDir: string;
  readonly folder: string;
  readonly name: string;
  readonly schemas: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** In the data folder: a back-up that waits to take the place of the data. */
export const RESTORING = "restoring";

/**
 * BACKUP-5: puts a back-up into an empty data folder. The database comes last: a folder without it holds no company.
 *
 * @throws AppError backup.foreign, .newer, .damaged, .notEmpty, .inUse
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { database, dataDir, folder, name, schemas, now } = order;
  const manifest = await checkBackup(folder, name, { schemas });
  // Before the lock, so that a refusal leaves nothing there; and again with it, because a server may have run meanwhile.
  await checkEmpty(order);
  await mkdir(dataDir, { recursive: true, mode: OWNER_FOLDER });
  const release = lockFolder(dataDir, { alone: true });
  if (release === undefined) throw new AppError("backup.inUse", { dataDir });
  try {
    await checkEmpty(order);
  } catch (error) {
    release();
    throw error;
  }
  const staged = join(dataDir, RESTORING);
  try {
    const file = join(staged, NAMES.database);
    await copyBackup({ dataDir, file, folder, name, manifest });
    endSignIns(file, now);
    await syncFolder(dataDir);
    await database.fill(file);
    await syncFolder(dataDir);
  } catch (error) {
    await rm(join(dataDir, NAMES.key), { force: true });
    await rm(join(dataDir, SHARED_SOUNDS), { recursive: true, force: true });
    throw error;
  } finally {
    await rm(staged, { recursive: true, force: true });
    release();
  }
  return manifest;
}

/** Also without a key: the secrets of a database elsewhere may be sealed with it. */
async function checkEmpty({ database, dataDir }: RestoreOrder): Promise<void> {
  if (!(await database.isEmpty()) || (await sizeOf(join(dataDir, NAMES.key))) !== undefined)
    throw new AppError("backup.notEmpty", { dataDir });
  if ((await namesIn(join(dataDir, SHARED_SOUNDS))).length > 0) throw new AppError("backup.notEmpty", { dataDir });
}

/** Puts a checked back-up into a folder, the database last. @throws AppError backup.damaged */
export async function copyBackup(
  order: Pick<RestoreOrder, "dataDir" | "folder" | "name"> & {
    /** Where the database goes. */
    readonly file: string;
    readonly manifest: Manifest;
  },
): Promise<void> {
  const { dataDir, file, folder, name, manifest } = order;
  for await (const id of soundsOf(folder, name)) {
    const part = join(SHARED_SOUNDS, prefixOf(id), id);
    if ((await copyWhole(join(folder, part), join(dataDir, part)))?.sha256 !== id)
      throw new AppError("backup.damaged", { name, what: `sound ${id}` });
  }
  if (manifest.hasKey) await copyWhole(join(folder, name, NAMES.key), join(dataDir, NAMES.key));
  const copy = await copyWhole(join(folder, name, NAMES.database), file);
  if (copy?.sha256 !== manifest.database.sha256) throw new AppError("backup.damaged", { name, what: NAMES.database });
}

import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@callpanel/contract";
import { lockFolder } from "../sqlite/index.ts";
import { NAMES, OWNER_FOLDER, prefixOf, SHARED_SOUNDS, type Manifest } from "./backup.model.ts";
import { checkBackup, soundsOf } from "./check-backup.ts";
import { endSignIns } from "./end-sign-ins.ts";
import { copyWhole, namesIn, sizeOf, syncFolder } from "./files.ts";

export interface RestoreOrder {
  readonly dataDir: string;
  readonly folder: string;
  readonly name: string;
  readonly schemas: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * BACKUP-5: puts a back-up into an empty data folder. The database comes last: a folder without it holds no company.
 *
 * @throws AppError backup.foreign, .newer, .damaged, .notEmpty, .inUse
 */
export async function restoreBackup({ dataDir, folder, name, schemas, now }: RestoreOrder): Promise<Manifest> {
  const manifest = await checkBackup(folder, name, { schemas });
  // Before the lock, so that a refusal leaves nothing there; and again with it, because a server may have run meanwhile.
  await checkEmpty(dataDir);
  await mkdir(dataDir, { recursive: true, mode: OWNER_FOLDER });
  const release = lockFolder(dataDir, { alone: true });
  if (release === undefined) throw new AppError("backup.inUse", { dataDir });
  try {
    await checkEmpty(dataDir);
  } catch (error) {
    release();
    throw error;
  }
  try {
    await copyBackup({ dataDir, folder, name, manifest });
    endSignIns(join(dataDir, NAMES.database), now);
    await syncFolder(dataDir);
  } catch (error) {
    await rm(join(dataDir, NAMES.database), { force: true });
    await rm(join(dataDir, NAMES.key), { force: true });
    await rm(join(dataDir, SHARED_SOUNDS), { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
  return manifest;
}

/** Also without a key: the secrets of a database elsewhere may be sealed with it. */
async function checkEmpty(dataDir: string): Promise<void> {
  for (const name of [NAMES.database, NAMES.key])
    if ((await sizeOf(join(dataDir, name))) !== undefined) throw new AppError("backup.notEmpty", { dataDir });
  if ((await namesIn(join(dataDir, SHARED_SOUNDS))).length > 0) throw new AppError("backup.notEmpty", { dataDir });
}

/** Puts a checked back-up into a folder, the database last. @throws AppError backup.damaged */
export async function copyBackup(
  order: Omit<RestoreOrder, "schemas" | "now"> & { readonly manifest: Manifest },
): Promise<void> {
  const { dataDir, folder, name, manifest } = order;
  for await (const id of soundsOf(folder, name)) {
    const part = join(SHARED_SOUNDS, prefixOf(id), id);
    if ((await copyWhole(join(folder, part), join(dataDir, part)))?.sha256 !== id)
      throw new AppError("backup.damaged", { name, what: `sound ${id}` });
  }
  if (manifest.hasKey) await copyWhole(join(folder, name, NAMES.key), join(dataDir, NAMES.key));
  const copy = await copyWhole(join(folder, name, NAMES.database), join(dataDir, NAMES.database));
  if (copy?.sha256 !== manifest.database.sha256) throw new AppError("backup.damaged", { name, what: NAMES.database });
}

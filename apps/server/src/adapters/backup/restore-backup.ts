import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError, type Subject } from "@callpanel/contract";
import { lockFolder } from "../sqlite/index.ts";
import { NAMES, OWNER_FOLDER, prefixOf, SHARED_SOUNDS, type Manifest } from "./backup.model.ts";
import { checkBackup, soundsOf } from "./check-backup.ts";
import { endSignIns } from "./end-sign-ins.ts";
import type { DatabasePlace } from "./database-place.ts";
import { namesIn, sizeOf, syncFolder, writeWhole, type Summed } from "./files.ts";
import { soundFolder, type SoundPlace } from "./sound-places.ts";
import type { BackupPath, BackupPlace } from "./backup-place.ts";

export interface RestoreOrder {
  readonly database: DatabasePlace;
  readonly dataDir: string;
  /** The bucket of the sounds; undefined: they are in the data folder. */
  readonly soundBucket: SoundPlace | undefined;
  readonly place: BackupPlace;
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
  const { database, dataDir, soundBucket, place, name, schemas, now } = order;
  const manifest = await checkBackup(place, name, { schemas });
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
    const sounds = soundBucket ?? soundFolder(join(dataDir, SHARED_SOUNDS));
    await copyBackup({ dataDir, file, sounds, place, name, manifest });
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
  order: Pick<RestoreOrder, "dataDir" | "place" | "name"> & {
    /** Where the database goes. */
    readonly file: string;
    readonly sounds: SoundPlace;
    readonly manifest: Manifest;
  },
): Promise<void> {
  const { dataDir, file, sounds, place, name, manifest } = order;
  const damaged = (what: Subject): AppError => new AppError("backup.damaged", { name, what });
  const copy = async (path: BackupPath, to: string): Promise<Summed> => {
    const content = await place.read(path);
    if (content === undefined) throw damaged({ kind: "file", name: path.join("/") });
    return writeWhole(content, to);
  };
  let kept: { readonly prefix: string; readonly sizes: ReadonlyMap<string, number> } | undefined;
  for await (const id of soundsOf(place, name)) {
    const prefix = prefixOf(id);
    if (kept?.prefix !== prefix) kept = { prefix, sizes: await place.soundsWith(prefix) };
    const sum = await sounds.put(id, () => place.read([SHARED_SOUNDS, prefix, id]), kept.sizes.get(id) ?? 0);
    if (sum?.sha256 !== id) throw damaged({ kind: "sound", name: id });
  }
  if (manifest.hasKey) await copy([name, NAMES.key], join(dataDir, NAMES.key));
  if ((await copy([name, NAMES.database], file)).sha256 !== manifest.database.sha256)
    throw damaged({ kind: "file", name: NAMES.database });
}

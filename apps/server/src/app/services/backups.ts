import { AppError } from "@callpanel/contract";
import {
  checkBackup,
  dropPrepared,
  keepBackups,
  listBackups,
  orderSwitch,
  packBackup,
  prepareRestore,
  readPrepared,
  restoreBackup,
  takeBackup,
} from "../../adapters/backup/index.ts";
import { lockFolder } from "../../adapters/sqlite/index.ts";
import type { Backups } from "../../modules/administration/index.ts";
import { MIGRATIONS } from "../areas.ts";
import type { StorageSettings } from "../config.ts";

export interface BackupsDeps extends Pick<StorageSettings, "dataDir" | "databaseUrl"> {
  /** SOUNDS_URL is set: the sounds are in a bucket. */
  readonly hasBucket: boolean;
  readonly now: () => number;
}

/** Back-ups of the data folder of the settings. */
export function openBackups({ dataDir, databaseUrl, hasBucket, now }: BackupsDeps): Backups {
  const schemas = new Set(Object.keys(MIGRATIONS));
  /** BACKUP-8 */
  const checkPlaces = (): void => {
    if (databaseUrl !== undefined) throw new AppError("backup.postgres");
    if (hasBucket) throw new AppError("backup.bucket");
  };
  return {
    take: async (folder) => {
      checkPlaces();
      return withFolder(folder, () => takeBackup({ dataDir, folder, now: now() }));
    },
    keep: (folder, count) => withFolder(folder, () => keepBackups(folder, count)),
    list: listBackups,
    pack: packBackup,
    check: (folder, name) => checkBackup(folder, name, { schemas }),
    restore: async (folder, name) => {
      checkPlaces();
      return restoreBackup({ dataDir, folder, name, schemas, now: now() });
    },
    prepare: async (folder, name) => {
      checkPlaces();
      return withFolder(folder, () => prepareRestore({ dataDir, folder, name, schemas, now: now() }));
    },
    prepared: () => readPrepared(dataDir),
    drop: () => dropPrepared(dataDir),
    switchTo: (name) => orderSwitch(dataDir, name, now()),
  };
}

/** BACKUP-1: one run at a time in a folder. They would remove each other’s unfinished work and sounds. */
async function withFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const release = lockFolder(folder, { alone: true });
  if (release === undefined) throw new AppError("backup.busy", { folder });
  try {
    return await work();
  } finally {
    release();
  }
}

import { AppError } from "@callpanel/contract";
import {
  checkBackup,
  dropPrepared,
  keepBackups,
  listBackups,
  orderSwitch,
  packBackup,
  postgresPlace,
  prepareRestore,
  readPrepared,
  restoreBackup,
  sqlitePlace,
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

/** The database of the settings, for back-ups. */
export const databasePlaceOf = ({ dataDir, databaseUrl }: Pick<StorageSettings, "dataDir" | "databaseUrl">) =>
  databaseUrl === undefined ? sqlitePlace(dataDir) : postgresPlace(databaseUrl, MIGRATIONS);

/** Back-ups of the data of the settings. */
export function openBackups({ dataDir, databaseUrl, hasBucket, now }: BackupsDeps): Backups {
  const database = databasePlaceOf({ dataDir, databaseUrl });
  const schemas = new Set(Object.keys(MIGRATIONS));
  /** BACKUP-8 */
  const checkPlaces = (): void => {
    if (hasBucket) throw new AppError("backup.bucket");
  };
  return {
    take: async (folder) => {
      checkPlaces();
      return withFolder(folder, () => takeBackup({ database, dataDir, folder, now: now() }));
    },
    keep: (folder, count) => withFolder(folder, () => keepBackups(folder, count)),
    list: listBackups,
    pack: packBackup,
    check: (folder, name) => checkBackup(folder, name, { schemas }),
    restore: async (folder, name) => {
      checkPlaces();
      return restoreBackup({ database, dataDir, folder, name, schemas, now: now() });
    },
    prepare: async (folder, name) => {
      checkPlaces();
      return withFolder(folder, () => prepareRestore({ database, dataDir, folder, name, schemas, now: now() }));
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

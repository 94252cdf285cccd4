import { AppError } from "@callpanel/contract";
import { checkBackup, keepBackups, listBackups, restoreBackup, takeBackup } from "../../adapters/backup/index.ts";
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
      return takeBackup({ dataDir, folder, now: now() });
    },
    keep: keepBackups,
    list: listBackups,
    check: (folder, name) => checkBackup(folder, name, { schemas }),
    restore: async (folder, name) => {
      checkPlaces();
      return restoreBackup({ dataDir, folder, name, schemas });
    },
  };
}

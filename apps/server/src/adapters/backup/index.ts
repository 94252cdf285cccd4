export { bucketPlace } from "./bucket-place.ts";
export type { BackupPlace } from "./backup-place.ts";
export { checkBackup, listBackups } from "./check-backup.ts";
export { folderPlace } from "./folder-place.ts";
export { keepBackups } from "./keep-backups.ts";
export { packBackup } from "./pack-backup.ts";
export {
  dropOrder,
  dropPrepared,
  isOrdered,
  orderSwitch,
  prepareRestore,
  readPrepared,
  switchPrepared,
  undoSwitch,
} from "./prepare-restore.ts";
export { postgresPlace } from "./postgres-place.ts";
export { createReplaced } from "./replaced.ts";
export { restoreBackup } from "./restore-backup.ts";
export { soundBucket, soundFolder } from "./sound-places.ts";
export { sqlitePlace } from "./sqlite-place.ts";
export { takeBackup } from "./take-backup.ts";

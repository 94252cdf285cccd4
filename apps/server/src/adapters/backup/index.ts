export { checkBackup, listBackups } from "./check-backup.ts";
export { keepBackups } from "./keep-backups.ts";
export { packBackup } from "./pack-backup.ts";
export {
  dropPrepared,
  orderSwitch,
  prepareRestore,
  readPrepared,
  switchPrepared,
  undoSwitch,
} from "./prepare-restore.ts";
export { restoreBackup } from "./restore-backup.ts";
export { takeBackup } from "./take-backup.ts";

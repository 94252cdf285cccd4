import { AppError, type Locale } from "@callpanel/contract";
import {
  claimRuns,
  createBackupRuns,
  createBackupSchedules,
  startNightlyBackup,
  notifyFailedNight,
  type BackupPlaces,
} from "../../../modules/administration/index.ts";
import type { Mailer } from "../../../modules/mail/index.ts";
import type { BackupSettings } from "../../settings/storage.ts";
import type { Kernel } from "../../kernel.ts";
import { bucketLabel, openBackups } from "./backups.ts";
import { byCommandLine } from "./command-line.ts";

interface Desk {
  /** Of the server. */
  readonly timeZone: string;
  readonly mailer: Mailer;
  readonly platformName: () => string;
  readonly language: () => Locale;
}

/** What the page of back-ups needs; and the back-up of each night. */
export function openBackupDesk(kernel: Kernel, desk: Desk) {
  const { config, clock, stores, shutdown } = kernel;
  const log = kernel.log("back-up");
  const backupPlaces = placesOf(config.backup);
  const backupSchedules = createBackupSchedules({
    settings: stores.serverSettings,
    places: backupPlaces,
    timeZone: desk.timeZone,
  });
  const ending = new AbortController();
  const backupRuns = createBackupRuns({
    clock,
    log,
    runCommandLine: async (words) => {
      if (config.commandLine === undefined) throw new AppError("backup.noFolder");
      return byCommandLine(config.commandLine, { clock, ending: ending.signal })(words);
    },
  });
  const stopNights =
    backupSchedules.kinds.length > 0 && config.commandLine !== undefined
      ? startNightlyBackup({
          clock,
          log,
          servers: kernel.servers,
          places: backupPlaces,
          schedules: backupSchedules,
          runs: backupRuns,
          claim: claimRuns(kernel.shortLived, clock),
          showFailure: (night) => notifyFailedNight({ ...desk, company: stores.company, log }, night),
        })
      : undefined;
  shutdown.add(() => {
    // First: a run that ends with the server is no failed one, the next start takes it again (BACKUP-24).
    stopNights?.();
    ending.abort();
  });
  return {
    backups: openBackups({ ...config, bucket: config.backup?.bucket, clock }),
    restart: config.restart,
    backupPlaces,
    backupSchedules,
    backupRuns,
  };
}

const NOWHERE: BackupSettings = { folder: undefined, bucket: undefined, time: "03:00", keep: 14 };

/** A bucket is shown without its credentials. */
export function placesOf({ folder, bucket, time, keep }: BackupSettings = NOWHERE): BackupPlaces {
  return { folder, bucket: bucket === undefined ? undefined : bucketLabel(bucket), time, keep };
}

import { join, resolve } from "node:path";
import { AppError } from "@callpanel/contract";
import {
  bucketPlace,
  checkBackup,
  createReplaced,
  dropPrepared,
  folderPlace,
  keepBackups,
  listBackups,
  orderSwitch,
  packBackup,
  postgresPlace,
  prepareRestore,
  readPrepared,
  restoreBackup,
  soundBucket,
  soundFolder,
  sqlitePlace,
  takeBackup,
  type BackupPlace,
} from "../../../adapters/backup/index.ts";
import { createS3Bucket, type S3Bucket, type S3Errors, type S3Place } from "../../../adapters/s3/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { BUCKET_WORD, type BackupKind, type Backups } from "../../../modules/administration/index.ts";
import { MIGRATIONS } from "../../areas.ts";
import type { StorageSettings } from "../../config.ts";

export interface BackupsDeps extends Pick<StorageSettings, "dataDir" | "databaseUrl"> {
  /** SOUNDS_URL; undefined: the sounds are in the data folder. */
  readonly soundsPlace: S3Place | undefined;
  /** BACKUP_URL */
  readonly bucket: S3Place | undefined;
  readonly clock: Pick<Clock, "now" | "setTimeout">;
}

/** The database of the settings, for back-ups. */
export const databasePlaceOf = ({ dataDir, databaseUrl }: Pick<StorageSettings, "dataDir" | "databaseUrl">) =>
  databaseUrl === undefined ? sqlitePlace(dataDir) : postgresPlace(databaseUrl, MIGRATIONS);

/** A bucket as people see it, without its credentials. */
export const bucketLabel = ({ bucketUrl, prefix }: S3Place): string =>
  `${bucketUrl.replace(/^https?:\/\//, "")}/${prefix}`.replace(/\/$/, "");

/** Back-ups of the data of the settings. */
export function openBackups({ dataDir, databaseUrl, soundsPlace, bucket, clock }: BackupsDeps): Backups {
  const { now } = clock;
  const database = databasePlaceOf({ dataDir, databaseUrl });
  const replaced = createReplaced(dataDir);
  const schemas = new Set(Object.keys(MIGRATIONS));
  const open = (place: S3Place): S3Bucket => createS3Bucket({ place, clock, errors: errorsOf(place) });
  const inFolder = soundFolder(join(dataDir, "sounds"));
  const inBucket = soundsPlace === undefined ? undefined : soundBucket(open(soundsPlace), inFolder);
  const ownBucket =
    bucket === undefined
      ? undefined
      : bucketPlace({ bucket: open(bucket), label: bucketLabel(bucket), work: join(dataDir, WORK), now });
  const placeOf = (word: string): BackupPlace => {
    if (word !== BUCKET_WORD) {
      // BACKUP-6 removes sounds from it.
      if (resolve(word) === resolve(dataDir)) throw new AppError("backup.dataDir");
      return folderPlace(word);
    }
    if (ownBucket === undefined) throw new AppError("backup.noPlace");
    return ownBucket;
  };
  const restoring = (word: string, name: string) => ({
    database,
    dataDir,
    soundBucket: inBucket,
    place: placeOf(word),
    name,
    schemas,
    now: now(),
  });
  return {
    take: async (word, { byHand } = OF_SCHEDULE) => {
      const place = placeOf(word);
      const sounds = inBucket ?? inFolder;
      return place.alone(() => takeBackup({ database, sounds, dataDir, place, byHand, now: now() }));
    },
    keep: async (word, count, kind = OF_SCHEDULE) => {
      const place = placeOf(word);
      return place.alone(() => keepBackups(place, count, kind));
    },
    list: async (word) => listBackups(placeOf(word)),
    pack: async (word, name) => packBackup(placeOf(word), name),
    check: async (word, name) => checkBackup(placeOf(word), name, { schemas }),
    restore: async (word, name) => restoreBackup(restoring(word, name)),
    prepare: async (word, name) => {
      const order = restoring(word, name);
      return order.place.alone(() => prepareRestore(order));
    },
    prepared: () => readPrepared(dataDir),
    drop: () => dropPrepared(dataDir),
    switchTo: (name) => orderSwitch(dataDir, name, now()),
    replaced: replaced.list,
    removeReplaced: replaced.remove,
  };
}

const OF_SCHEDULE: BackupKind = { byHand: false };

/** In the data folder: what is on its way to a bucket or from it. */
const WORK = "backing-up";

function errorsOf(place: S3Place): S3Errors {
  const bucket = bucketLabel(place);
  return {
    full: (text) => new AppError("backup.full", { bucket }, { cause: new Error(text) }),
    refused: (reason) => new AppError("backup.refused", { bucket, reason }),
    away: (cause) => new AppError("backup.away", { bucket }, { cause }),
  };
}

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { createBackupSchedules, readCompanyFile, runCommand } from "../modules/administration/index.ts";
import { parseStorageSettings, SettingsError, type StorageSettings } from "./config.ts";
import { createFirstRunLinks } from "../modules/first-run/index.ts";
import { createSipCredentials } from "../modules/sip-credentials/index.ts";
import { placesOf } from "./services/backups/backup-desk.ts";
import { openBackups } from "./services/backups/backups.ts";
import { backupOf, bucketOf } from "./settings/storage.ts";
import { systemClock } from "./system-clock.ts";
import { areaLog, createLogger } from "./log.ts";
import { startFailure } from "./start-failure.ts";
import { createStores, DEFAULT_REALM, hasDatabase, openDatabase } from "./services/storage.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

// The reader of the output may stop early (`| head`), which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

// Only this account may read the files that are written.
process.umask(0o077);

// BACKUP-3: rows of a back-up are garbage at once, and V8 would let 50 MB of it gather.
if (process.argv[2] === "backup") setFlagsFromString("--optimize-for-size");

// BACKUP-24: one that a server began ends with it, also when it is killed.
if (process.channel !== undefined) {
  process.once("disconnect", () => process.exit(1));
  process.channel.unref();
}

async function main(): Promise<number> {
  const settings = parseStorageSettings(process.env);
  try {
    return await runWith(settings);
  } catch (error) {
    throw startFailure(error, settings);
  }
}

function runWith(settings: StorageSettings): Promise<0 | 1 | 2> {
  const where = settings.databaseUrl === undefined ? `DATA_DIR ${settings.dataDir}` : "DATABASE_URL";
  const noCompany = () =>
    new SettingsError(`${where} holds no company: check it, start the server on it first, or add --create to make one`);
  return runCommand({
    argv: process.argv.slice(2),
    print,
    printError,
    backups: openBackups({
      ...settings,
      soundsPlace: bucketOf(process.env, "SOUNDS_URL"),
      bucket: bucketOf(process.env, "BACKUP_URL"),
      clock: systemClock,
    }),
    open: async ({ realm, create }) => {
      if (!create && !hasDatabase(settings)) throw noCompany();
      const db = await openDatabase(settings, areaLog(createLogger("warn"), "database"));
      const stores = createStores(db);
      const { company, callHandling, chatErasing, toggles, pinTries, sipCredentials: store } = stores;
      const [first] = await company.read((reader) => reader.realms());
      if (!create && first === undefined) {
        await db.destroy();
        throw noCompany();
      }
      return {
        company,
        callHandling,
        chatErasing,
        toggles,
        pinTries,
        sipCredentials: createSipCredentials({ store, clock: Date, random: randomBytes }),
        realm: realm ?? settings.realm ?? first?.name ?? DEFAULT_REALM,
        print,
        readFile: readCompanyFile,
        readStdin: () => text(process.stdin),
        random: randomBytes,
        now: () => Date.now(),
        wait: (ms) => setTimeout(ms),
        instances: stores.instances,
        serverSettings: stores.serverSettings,
        backupSchedules: createBackupSchedules({
          settings: stores.serverSettings,
          places: placesOf(backupOf(process.env)),
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
        renewSetupLink: createFirstRunLinks({ ...stores, store: stores.firstRun, clock: Date, random: randomBytes })
          .renew,
        close: () => db.destroy(),
      };
    },
  });
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    printError(
      `callpanel: ${error instanceof SettingsError ? error.message : String(error instanceof Error ? error.stack : error)}`,
    );
    process.exitCode = error instanceof SettingsError ? 2 : 1;
  },
);

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { AppError } from "@callpanel/contract";
import { runCommand } from "../modules/administration/index.ts";
import { parseStorageSettings, SettingsError, type StorageSettings } from "./config.ts";
import { createFirstRunLinks } from "../modules/first-run/index.ts";
import { createSipCredentials } from "../modules/sip-credentials/index.ts";
import { openBackups } from "./services/backups.ts";
import { soundsPlaceOf } from "./settings/storage.ts";
import { areaLog, createLogger } from "./log.ts";
import { startFailure } from "./start-failure.ts";
import { createStores, DEFAULT_REALM, hasDatabase, openDatabase } from "./services/storage.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

// The reader of the output may stop early (`| head`), which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

// Only this account may read the files that are written.
process.umask(0o077);

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
      hasBucket: soundsPlaceOf(process.env) !== undefined,
      now: () => Date.now(),
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
        renewSetupLink: createFirstRunLinks({ ...stores, store: stores.firstRun, clock: Date, random: randomBytes })
          .renew,
        close: () => db.destroy(),
      };
    },
  });
}

async function readCompanyFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new AppError("admin.notFound", { what: `file ${path}` }, { cause: error });
  }
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

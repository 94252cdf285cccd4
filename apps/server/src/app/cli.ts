import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { AppError } from "@callpanel/contract";
import { runCommand } from "../modules/administration/index.ts";
import { parseStorageSettings, SettingsError } from "./config.ts";
import { areaLog, createLogger } from "./log.ts";
import { createStores, DEFAULT_REALM, openDatabase } from "./storage.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

// Whoever reads the output may stop early (`| head`): that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

async function main(): Promise<number> {
  const settings = parseStorageSettings(process.env);
  return runCommand({
    argv: process.argv.slice(2),
    print,
    printError,
    open: async (realm) => {
      const db = await openDatabase(settings, areaLog(createLogger("warn"), "database"));
      const { company, callHandling, toggles, pinTries } = createStores(db);
      const [first] = await company.read((reader) => reader.realms());
      return {
        company,
        callHandling,
        toggles,
        pinTries,
        realm: realm ?? settings.realm ?? first?.name ?? DEFAULT_REALM,
        print,
        readFile: readCompanyFile,
        readStdin: () => text(process.stdin),
        random: randomBytes,
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

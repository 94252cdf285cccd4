/** The command line on a store, as the entry point runs it. */
import { randomBytes } from "node:crypto";
import { AppError } from "@callpanel/contract";
import { clockAt, NO_BUCKETS } from "./backup-settings.ts";
import { openBackups } from "../src/app/services/backups/backups.ts";
import { createStores, type Stores } from "../src/app/services/storage.ts";
import { openFreshStore } from "./store-file.ts";
import { temporaryStorage } from "./temporary-storage.ts";
import { createFirstRunLinks } from "../src/modules/first-run/index.ts";
import { createSipCredentials } from "../src/modules/sip-credentials/index.ts";
import { applyCompany, createBackupSchedules, runCommand } from "../src/modules/administration/index.ts";

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs command lines against a store, like the entry point. */
export function commandLine(
  stores: Stores,
  realm = "acme",
  files: Readonly<Record<string, string>> = {},
  random: (size: number) => Buffer = randomBytes,
  wait: (ms: number) => Promise<void> = async () => undefined,
) {
  return async (text: string, stdin = ""): Promise<Outcome> => {
    const out: string[] = [];
    const error: string[] = [];
    const code = await runCommand({
      argv: text.split(" ").filter((word) => word !== ""),
      print: (line) => out.push(line),
      printError: (line) => error.push(line),
      backups: openBackups({ dataDir: "/none", databaseUrl: undefined, ...NO_BUCKETS, clock: clockAt(Date.now) }),
      open: async ({ realm: named }) => ({
        company: stores.company,
        callHandling: stores.callHandling,
        chatErasing: stores.chatErasing,
        toggles: stores.toggles,
        pinTries: stores.pinTries,
        sipCredentials: createSipCredentials({ store: stores.sipCredentials, clock: Date, random: randomBytes }),
        realm: named ?? realm,
        print: (line) => out.push(line),
        readFile: async (path) => {
          const file = files[path];
          if (file === undefined) throw new AppError("admin.notFound", { what: { kind: "file", name: path } });
          return file;
        },
        readStdin: async () => stdin,
        random,
        now: () => 0,
        wait,
        instances: stores.instances,
        serverSettings: stores.serverSettings,
        backupSchedules: createBackupSchedules({
          settings: stores.serverSettings,
          places: { folder: "/backups", bucket: undefined, time: "03:00", keep: 14 },
          timeZone: "UTC",
        }),
        renewSetupLink: createFirstRunLinks({ ...stores, store: stores.firstRun, clock: Date, random }).renew,
        close: async () => undefined,
      }),
    });
    return { code, out: out.join("\n"), error: error.join("\n") };
  };
}

const FILES = {
  "good.yaml": "realm: acme\nqueues:\n  - { number: 600, name: Support }\n",
  "bad.yaml": "realm: acme\nqueues:\n  - { number: x, name: Support }\n",
};

export type OpenCommandLine = Awaited<ReturnType<typeof openCommandLine>>;

/** A command line on an empty company in a store of its own; it can read `good.yaml` and `bad.yaml`. */
export async function openCommandLine() {
  const storage = temporaryStorage();
  const db = await openFreshStore(storage);
  const stores = createStores(db);
  const run = commandLine(stores, "acme", FILES);
  await applyCompany(stores.company, { realm: "acme", groups: [], users: [], services: [] });
  return {
    stores,
    run,
    addAnn: () => run("users add Ann --first-name Ann --last-name Ames --extension 101 --password a-good-password"),
    close: async (): Promise<void> => {
      await db.destroy();
      storage.remove();
    },
  };
}

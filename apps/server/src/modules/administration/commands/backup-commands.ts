import { AppError } from "@callpanel/contract";
import { printTable, UsageError, type StorageCommand } from "./command.ts";

const MOST_KEPT = 10_000;

/** Back-ups of the data folder (docs/spec/backup.md). They open no store: before a restore the folder has no database. */
export const backupCommands: readonly StorageCommand[] = [
  {
    name: "backup create",
    operands: "<folder>",
    summary: "Takes a back-up into a folder, while the server runs",
    fewest: 1,
    most: 1,
    options: { keep: { type: "string", shows: "<count>", about: "removes older back-ups than the newest count" } },
    runOnStorage: async ({ backups, print }, input) => {
      const [folder = ""] = input.positionals;
      const keep = countOf(input.text("keep"));
      const { name, manifest, copied } = await backups.take(folder);
      const { count, missing } = manifest.sounds;
      const lost = missing === 0 ? "" : `, ${missing} sounds are missing in the data folder`;
      print(`back-up ${name}: ${count} sounds, ${copied} of them new${lost}`);
      if (keep !== undefined) {
        const removed = await backups.keep(folder, keep);
        if (removed > 0) print(`removed ${removed} older`);
      }
    },
  },
  {
    name: "backup list",
    operands: "<folder>",
    summary: "The back-ups of a folder, the oldest first",
    fewest: 1,
    most: 1,
    runOnStorage: async ({ backups, print }, { positionals: [folder = ""] }) => {
      const listed = await backups.list(folder);
      printTable(
        print,
        listed.map(({ name, manifest }) => ({
          name,
          database: manifest === undefined ? "cannot be read" : megabytes(manifest.database.bytes),
          sounds: manifest === undefined ? "" : String(manifest.sounds.count),
          size: manifest === undefined ? "" : megabytes(manifest.sounds.bytes),
        })),
      );
    },
  },
  {
    name: "backup check",
    operands: "<folder> <name>",
    summary: "Reads a back-up completely: its database and each of its sounds",
    fewest: 2,
    most: 2,
    runOnStorage: async ({ backups, print }, { positionals: [folder = "", name = ""] }) => {
      const { sounds } = await backups.check(folder, name);
      print(`back-up ${name} is whole: ${sounds.count} sounds`);
    },
  },
  {
    name: "backup restore",
    operands: "<folder> <name>",
    summary: "Checks a back-up and puts it into an empty DATA_DIR",
    fewest: 2,
    most: 2,
    runOnStorage: async ({ backups, print }, { positionals: [folder = "", name = ""] }) => {
      const { sounds, hasKey } = await backups.restore(folder, name);
      print(
        `restored ${name}: ${sounds.count} sounds${hasKey ? "" : "; start the server with the SECRET_KEY of then"}`,
      );
    },
  },
  {
    name: "backup prepare",
    operands: "<folder> <name>",
    summary: "Checks a back-up and puts it beside the data of DATA_DIR, while the server runs",
    fewest: 2,
    most: 2,
    runOnStorage: async ({ backups, print }, { positionals: [folder = "", name = ""] }) => {
      const { counts } = await backups.prepare(folder, name);
      printTable(
        print,
        counts.map((one) => ({ "": one.kind, now: String(one.now), "back-up": String(one.restored) })),
      );
    },
  },
  {
    name: "backup switch",
    operands: "<name>",
    summary: "The next start of the server switches to the prepared back-up; what is replaced is kept",
    fewest: 1,
    most: 1,
    runOnStorage: async ({ backups, print }, { positionals: [name = ""] }) => {
      const prepared = await backups.prepared();
      if (prepared?.name !== name) throw new AppError("backup.notPrepared", { name });
      await backups.switchTo(name);
      print(`the next start switches to ${name}`);
    },
  },
];

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_KEPT) throw new UsageError(`--keep is a count from 1 to ${MOST_KEPT}`);
  return count;
}

const MEGABYTE = 1_000_000;
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

import { AppError, BACKUP_KEEP_MAX, backupScheduleSchema } from "@callpanel/contract";
import { scheduleChanges } from "../backups/backup-schedule.ts";
import { versionOf } from "../company.author.ts";
import { carryOut } from "../company.order.ts";
import { printTable, UsageError, type Command, type StorageCommand } from "./command.ts";

/** Back-ups of the data (docs/spec/backup.md). Those that restore open no store: before, the folder has no database. */
export const backupCommands: ReadonlyArray<Command | StorageCommand> = [
  {
    name: "backup create",
    operands: "<place>",
    summary:
      "Takes a back-up into a folder, or into the bucket of BACKUP_URL, which is called bucket, while the server runs",
    fewest: 1,
    most: 1,
    options: {
      keep: { type: "string", shows: "<count>", about: "removes older back-ups than the newest count of this kind" },
      "by-hand": { type: "boolean", shows: "", about: "marks it: such back-ups are counted by themselves" },
    },
    runOnStorage: async ({ backups, print }, input) => {
      const [place = ""] = input.positionals;
      const keep = countOf(input.text("keep"));
      const kind = { byHand: input.flag("by-hand") };
      const { name, manifest, copied } = await backups.take(place, kind);
      const { count, missing } = manifest.sounds;
      const lost = missing === 0 ? "" : `, ${missing} sounds are missing in the data folder`;
      print(`back-up ${name}: ${count} sounds, ${copied} of them new${lost}`);
      if (keep !== undefined) {
        const removed = await backups.keep(place, keep, kind);
        if (removed > 0) print(`removed ${removed} older`);
      }
    },
  },
  {
    name: "backup list",
    operands: "<place>",
    summary: "The back-ups of a place, the oldest first",
    fewest: 1,
    most: 1,
    runOnStorage: async ({ backups, print }, { positionals: [place = ""] }) => {
      const listed = await backups.list(place);
      printTable(
        print,
        listed.map(({ name, manifest }) => ({
          name,
          taken: manifest?.byHand === true ? "by hand" : "",
          database: manifest === undefined ? "cannot be read" : megabytes(manifest.database.bytes),
          sounds: manifest === undefined ? "" : String(manifest.sounds.count),
          size: manifest === undefined ? "" : megabytes(manifest.sounds.bytes),
        })),
      );
    },
  },
  {
    name: "backup check",
    operands: "<place> <name>",
    summary: "Reads a back-up completely: its database and each of its sounds",
    fewest: 2,
    most: 2,
    runOnStorage: async ({ backups, print }, { positionals: [place = "", name = ""] }) => {
      const { sounds } = await backups.check(place, name);
      print(`back-up ${name} is whole: ${sounds.count} sounds`);
    },
  },
  {
    name: "backup restore",
    operands: "<place> <name>",
    summary: "Checks a back-up and puts it into an empty DATA_DIR",
    fewest: 2,
    most: 2,
    runOnStorage: async ({ backups, print }, { positionals: [place = "", name = ""] }) => {
      const { sounds, hasKey } = await backups.restore(place, name);
      print(
        `restored ${name}: ${sounds.count} sounds${hasKey ? "" : "; start the server with the SECRET_KEY of then"}`,
      );
    },
  },
  {
    name: "backup prepare",
    operands: "<place> <name>",
    summary: "Checks a back-up and puts it beside the data of DATA_DIR, while the server runs",
    fewest: 2,
    most: 2,
    runOnStorage: async ({ backups, print }, { positionals: [place = "", name = ""] }) => {
      const { counts } = await backups.prepare(place, name);
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
  {
    name: "backup replaced",
    operands: "",
    summary: "Data that restores replaced, which take space in DATA_DIR until they are discarded",
    fewest: 0,
    most: 0,
    runOnStorage: async ({ backups, print }) =>
      printTable(
        print,
        (await backups.replaced()).map(({ name, bytes }) => ({ name, size: megabytes(bytes) })),
      ),
  },
  {
    name: "backup discard",
    operands: "<name>",
    summary: "Removes replaced data; they cannot be brought back then",
    fewest: 1,
    most: 1,
    runOnStorage: async ({ backups, print }, { positionals: [name = ""] }) => {
      if (!(await backups.replaced()).some((one) => one.name === name))
        throw new AppError("admin.notFound", { what: { kind: "replacedData", name } });
      await backups.removeReplaced(name);
      print(`removed ${name}`);
    },
  },
  {
    name: "backup schedule",
    operands: "",
    summary: "Shows or changes the back-up of each night; a running server follows it within a minute",
    fewest: 0,
    most: 0,
    options: {
      on: { type: "boolean", shows: "", about: "takes one each night" },
      off: { type: "boolean", shows: "", about: "takes none" },
      at: { type: "string", shows: "<hh:mm>", about: "when" },
      zone: { type: "string", shows: "<name>", about: "the time zone of that, such as America/Toronto" },
      keep: { type: "string", shows: "<count>", about: "removes older ones of the schedule than the newest count" },
      to: { type: "string", shows: "<place>", about: "folder (BACKUP_DIR) or bucket (BACKUP_URL)" },
    },
    run: async ({ backupSchedules, company, now, print }, input) => {
      const before = await backupSchedules.read();
      const after = backupScheduleSchema.safeParse({
        on: input.flag("on") || (before.on && !input.flag("off")),
        time: input.text("at") ?? before.time,
        time_zone: input.text("zone") ?? before.time_zone,
        keep: countOf(input.text("keep")) ?? before.keep,
        place: input.text("to") ?? before.place,
      });
      if (!after.success) throw new UsageError("--at is a time such as 03:00, --to is folder or bucket");
      const details = scheduleChanges(before, after.data);
      if (Object.keys(details).length > 0) {
        await backupSchedules.write(after.data, versionOf(before));
        const [realm, ...others] = await company.read((reader) => reader.realms());
        // MACHINE-1: with several companies it belongs to none of them.
        if (realm !== undefined && others.length === 0)
          await carryOut(company, { realm: realm.name, at: now() }, ({ note }) =>
            note("backup.scheduled", { details }),
          );
      }
      const { on, time, time_zone: zone, keep, place } = after.data;
      print(on ? `each night at ${time} (${zone}) to the ${place}, ${keep} are kept` : "no back-up is taken at night");
    },
  },
];

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > BACKUP_KEEP_MAX) throw new UsageError(`--keep is a count from 1 to ${BACKUP_KEEP_MAX}`);
  return count;
}

const MEGABYTE = 1_000_000;
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

import { AppError, backupScheduleSchema, type BackupPlaceKind, type BackupSchedule } from "@callpanel/contract";
import * as z from "zod/mini";
import { openTimeZone } from "../../../kernel/text/time-zone.ts";
import { checkVersion } from "../company.author.ts";

/** Few texts that all servers of a database share, by name. */
export interface ServerSettingStore {
  read(name: string): Promise<string | undefined>;
  write(name: string, value: string): Promise<void>;
  /** Writes one that is still `before`. @returns whether it was */
  replace(name: string, before: string | undefined, value: string): Promise<boolean>;
}

/** Where the operator of the server lets back-ups be. */
export interface BackupPlaces {
  /** BACKUP_DIR */
  readonly folder: string | undefined;
  /** BACKUP_URL without its credentials. */
  readonly bucket: string | undefined;
  /** The schedule until another one is chosen. */
  readonly time: string;
  readonly keep: number;
}

/** A back-up of the night, as it ended. */
const nightSchema = z.object({
  at: z.number(),
  failed: z.boolean(),
  said: z.string(),
});
export type BackupNight = z.infer<typeof nightSchema>;

const runningSchema = z.nullable(
  z.object({
    /** The server, by the id of its lease. */
    by: z.string(),
    /** Whether it takes again what another server began. */
    again: z.boolean(),
  }),
);

const SCHEDULE = "backup.schedule";
const NIGHT = "backup.night";
const TAKEN = "backup.taken";
const BEGUN = "backup.begun";
/** The run of the night while it goes on; a restore removes it (BACKUP-24). */
const RUNNING = "backup.running";

export interface BackupScheduleDeps {
  readonly settings: ServerSettingStore;
  readonly places: BackupPlaces;
  /** IANA name of the server's own zone. */
  readonly timeZone: string;
}

export type BackupSchedules = ReturnType<typeof createBackupSchedules>;

/** BACKUP-18: the back-up of each night, as it was chosen, and how the last one ended. */
export function createBackupSchedules({ settings, places, timeZone }: BackupScheduleDeps) {
  const kinds = kindsOf(places);
  const initial = (): BackupSchedule => ({
    on: kinds.length > 0,
    time: places.time,
    time_zone: timeZone,
    keep: places.keep,
    place: kinds[0] ?? "folder",
  });
  const scheduleOf = (text: string | undefined): BackupSchedule => {
    const stored = parsed(backupScheduleSchema, text) ?? initial();
    // The operator may have taken the place away, and restored data may be of another server.
    return kinds.includes(stored.place) ? stored : { ...stored, place: initial().place, on: stored.on && initial().on };
  };
  const takenAt = async (): Promise<number | undefined> => parsed(z.number(), await settings.read(TAKEN));
  return {
    kinds,
    read: async (): Promise<BackupSchedule> => scheduleOf(await settings.read(SCHEDULE)),
    /** PAGES-5 `version`: of the schedule that the change was made on; undefined: any. @returns what was replaced */
    write: async (schedule: BackupSchedule, version?: string): Promise<BackupSchedule> => {
      if (openTimeZone(schedule.time_zone) === undefined) throw new AppError("backup.timeZone", { field: "time_zone" });
      if (!kinds.includes(schedule.place)) throw new AppError("backup.noPlace", { field: "place" });
      for (;;) {
        const text = await settings.read(SCHEDULE);
        const before = scheduleOf(text);
        checkVersion(version, { before, what: { kind: "backupSchedule" } });
        if (await settings.replace(SCHEDULE, text, JSON.stringify(schedule))) return before;
      }
    },
    night: async (): Promise<BackupNight | undefined> => parsed(nightSchema, await settings.read(NIGHT)),
    noteNight: (night: BackupNight): Promise<void> => settings.write(NIGHT, JSON.stringify(night)),
    /** When this server, or another one of the database, took one last. */
    takenAt,
    noteTaken: (at: number): Promise<void> => settings.write(TAKEN, JSON.stringify(at)),
    /** BACKUP-23: nights before it were seen to, whether or not they went well; from now on where no server ran before. */
    seenTo: async (now: number): Promise<number> => {
      const times = [parsed(z.number(), await settings.read(BEGUN)), await takenAt()].filter((at) => at !== undefined);
      if (times.length > 0) return Math.max(...times);
      await settings.write(BEGUN, JSON.stringify(now));
      return now;
    },
    noteBegun: async (at: number, by: string): Promise<void> => {
      await settings.write(BEGUN, JSON.stringify(at));
      await settings.write(RUNNING, JSON.stringify({ by, again: false }));
    },
    noteEnded: (): Promise<void> => settings.write(RUNNING, "null"),
    /**
     * BACKUP-24: takes over a run whose server is gone; of several servers one gets it.
     *
     * @returns `again`: it is taken once more, by this server; undefined: there is none
     */
    takeLost: async (
      isGone: (by: string) => boolean,
      own: string,
    ): Promise<{ readonly again: boolean } | undefined> => {
      const text = await settings.read(RUNNING);
      const running = parsed(runningSchema, text);
      if (running === null || running === undefined || !isGone(running.by)) return undefined;
      const again = !running.again && scheduleOf(await settings.read(SCHEDULE)).on;
      const next = again ? { by: own, again } : null;
      return (await settings.replace(RUNNING, text, JSON.stringify(next))) ? { again } : undefined;
    },
  };
}

/** What the command line calls the bucket of BACKUP_URL: its credentials are not for a list of processes. */
export const BUCKET_WORD = "bucket";

/** What the command line calls a place. */
export function placeWord({ folder }: BackupPlaces, kind: BackupPlaceKind): string {
  if (kind === "bucket") return BUCKET_WORD;
  if (folder === undefined) throw new AppError("backup.noFolder");
  return folder;
}

export const kindsOf = ({ folder, bucket }: BackupPlaces): readonly BackupPlaceKind[] => [
  ...(folder === undefined ? [] : (["folder"] as const)),
  ...(bucket === undefined ? [] : (["bucket"] as const)),
];

/** What is different, for the audit log. */
export function scheduleChanges(before: BackupSchedule, after: BackupSchedule): Readonly<Record<string, string>> {
  const fields = (schedule: BackupSchedule): Readonly<Record<string, string>> => ({
    nightly: String(schedule.on),
    time: schedule.time,
    timeZone: schedule.time_zone,
    keep: String(schedule.keep),
    place: schedule.place,
  });
  const old = fields(before);
  return Object.fromEntries(
    Object.entries(fields(after)).flatMap(([name, to]) => {
      const from = old[name] ?? "";
      return from === to ? [] : [[`${name}.from`, from] as const, [`${name}.to`, to] as const];
    }),
  );
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, text: string | undefined): z.infer<Schema> | undefined {
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return z.safeParse(schema, value).data;
}

const DAY_MS = 86_400_000;

/** The next time after `now` at which a clock of the schedule shows its time; undefined: it is off. */
export function nextNight({ on, time, time_zone }: BackupSchedule, now: number): number | undefined {
  const zone = openTimeZone(time_zone);
  if (!on || zone === undefined) return undefined;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  for (let day = 0; ; day += 1) {
    const local = new Date(now + zone.offsetAt(now) + day * DAY_MS);
    const moment = zone.momentOf({
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour,
      minute,
      second: 0,
    });
    if (moment > now) return moment;
  }
}

import { AppError, type BackupPlaceKind, type BackupState } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { Backups, PreparedRestore } from "../backups.port.ts";
import { versionOf } from "../company.author.ts";
import type { CompanyStore } from "../company.store.ts";
import type { BackupRuns } from "./backup-runs.ts";
import { nextNight, placeWord, type BackupPlaces, type BackupSchedules } from "./backup-schedule.ts";

export interface BackupSightDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly backupPlaces: BackupPlaces;
  readonly backupSchedules: BackupSchedules;
  readonly backupRuns: BackupRuns;
  readonly backups: Pick<Backups, "list" | "prepared" | "replaced">;
  /** Stops the server and starts it again; undefined: it cannot. */
  readonly restart: (() => void) | undefined;
}

export interface PlacedName {
  readonly place: BackupPlaceKind;
  readonly name: string;
}

/** What the page shows. */
export function createBackupSight(deps: BackupSightDeps) {
  const { company, clock, log, backups, backupPlaces: places, backupSchedules: schedules, backupRuns: runs } = deps;

  const show = async (caller: Caller): Promise<BackupState> => {
    const schedule = await schedules.read();
    const lists = await Promise.all(schedules.kinds.map(listOf));
    return {
      places: schedules.kinds.map((kind, at) => ({
        kind,
        label: (kind === "folder" ? places.folder : places.bucket) ?? "",
        readable: lists[at] !== undefined,
      })),
      schedule,
      version: versionOf(schedule),
      next_at: nextNight(schedule, clock.now()) ?? null,
      night: (await schedules.night()) ?? null,
      running: runs.running(),
      last: runs.last(),
      prepared: preparedState(await backups.prepared()),
      replaced: (await backups.replaced()).toReversed(),
      restarts: deps.restart !== undefined,
      company: await companyNameOf(company, caller),
      // The latest first, of all places.
      data: lists.flatMap((list) => list ?? []).toSorted((one, other) => other.name.localeCompare(one.name)),
    };
  };

  /** BACKUP-22. Undefined: the place cannot be read now. */
  const listOf = async (kind: BackupPlaceKind): Promise<BackupState["data"] | undefined> => {
    try {
      return (await backups.list(placeWord(places, kind))).map((one) => listed(kind, one));
    } catch (error) {
      log.warn("back-ups could not be listed", { place: kind, err: error });
      return undefined;
    }
  };

  const checkSetUp = (): void => {
    if (schedules.kinds.length === 0) throw new AppError("backup.noFolder");
  };

  return {
    show,
    checkSetUp,
    /** @returns what the command line calls its place */
    known: async ({ place, name }: PlacedName): Promise<string> => {
      checkSetUp();
      const word = schedules.kinds.includes(place) ? placeWord(places, place) : undefined;
      if (word === undefined || !(await backups.list(word)).some((one) => one.name === name))
        throw new AppError("request.notFound");
      return word;
    },
  };
}

export const companyNameOf = async (company: CompanyStore, { realm }: Caller): Promise<string> =>
  (await company.read((reader) => reader.realms())).find(({ id }) => id === realm.id)?.company ?? realm.name;

function listed(
  place: BackupPlaceKind,
  { name, manifest }: Awaited<ReturnType<Backups["list"]>>[number],
): BackupState["data"][number] {
  if (manifest === undefined) return { name, place, facts: null };
  const { takenAt, database, sounds, hasKey, byHand = false } = manifest;
  return {
    name,
    place,
    facts: {
      taken_at: takenAt,
      database_bytes: database.bytes,
      sounds: sounds.count,
      sounds_bytes: sounds.bytes,
      missing: sounds.missing,
      has_key: hasKey,
      by_hand: byHand,
    },
  };
}

const preparedState = (prepared: PreparedRestore | undefined): BackupState["prepared"] =>
  prepared === undefined
    ? null
    : {
        name: prepared.name,
        taken_at: prepared.takenAt,
        has_key: prepared.hasKey,
        counts: [...prepared.counts],
      };

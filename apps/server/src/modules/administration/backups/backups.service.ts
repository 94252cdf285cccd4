import { AppError, type AuditAct, type BackupState } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { Log } from "../../../kernel/log.ts";
import type { Backups } from "../backups.port.ts";
import { carryOut } from "../company.order.ts";
import type { CompanyStore } from "../company.store.ts";
import { authorOf } from "../people/people.service.ts";

/** Where the server keeps its back-ups. */
export interface BackupPlace {
  readonly folder: string;
  /** Minute of the day in the server's time zone. */
  readonly minute: number;
  readonly keep: number;
}

export interface BackupsDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Undefined: BACKUP_DIR is not set. */
  readonly backup: BackupPlace | undefined;
  readonly backups: Pick<Backups, "list" | "pack">;
  /** Runs a command in a process of its own. @returns what it said; rejects with what it said when it failed */
  readonly runCommandLine: (words: readonly string[]) => Promise<string>;
}

type Running = NonNullable<BackupState["running"]>;
type Last = NonNullable<BackupState["last"]>;

const HOUR_MINUTES = 60;
const SAID_CHARACTERS = 500;
const two = (value: number): string => String(value).padStart(2, "0");

export type BackupsService = ReturnType<typeof createBackupsService>;

/** COMPANY-20: back-ups of the server, for the page of those who administer them. */
export function createBackupsService({ company, clock, log, backup, backups, runCommandLine }: BackupsDeps) {
  let running: Running | null = null;
  let last: Last | null = null;

  const show = async (): Promise<BackupState> => ({
    place:
      backup === undefined
        ? null
        : {
            folder: backup.folder,
            time: `${two(Math.floor(backup.minute / HOUR_MINUTES))}:${two(backup.minute % HOUR_MINUTES)}`,
            keep: backup.keep,
          },
    running,
    last,
    data: backup === undefined ? [] : (await backups.list(backup.folder)).map(listed).toReversed(),
  });

  const place = (): BackupPlace => {
    if (backup === undefined) throw new AppError("backup.noFolder");
    return backup;
  };

  /** One at a time: both read the whole disk. */
  const start = (what: Pick<Running, "act" | "name">, words: readonly string[]): void => {
    if (running !== null) throw new AppError("backup.busy", { folder: place().folder });
    running = { ...what, since: clock.now() };
    const end = (failed: boolean, said: string): void => {
      running = null;
      last = { ...what, at: clock.now(), failed, said: said.slice(0, SAID_CHARACTERS) };
    };
    runCommandLine(words).then(
      (said) => end(false, said),
      (error: unknown) => {
        log.error("a back-up command failed", { err: error });
        end(true, error instanceof Error ? error.message : String(error));
      },
    );
  };

  const note = (caller: Caller, act: AuditAct, details: Readonly<Record<string, string>> = {}): Promise<void> =>
    carryOut(company, { realm: caller.realm.name, author: authorOf(caller), at: clock.now() }, (order) =>
      order.note(act, { details }),
    );

  return {
    show,
    /** The latest that can be read. */
    lastAt: async (): Promise<number | null> =>
      backup === undefined
        ? null
        : ((await backups.list(backup.folder)).findLast(({ manifest }) => manifest !== undefined)?.manifest?.takenAt ??
          null),
    take: async (caller: Caller): Promise<BackupState> => {
      const { folder, keep } = place();
      start({ act: "take", name: null }, ["backup", "create", folder, "--keep", String(keep)]);
      await note(caller, "backup.taken");
      return show();
    },
    check: async (name: string): Promise<BackupState> => {
      const { folder } = await known(name);
      start({ act: "check", name }, ["backup", "check", folder, name]);
      return show();
    },
    download: async (caller: Caller, name: string): Promise<AsyncIterable<Uint8Array>> => {
      const { folder } = await known(name);
      const file = await backups.pack(folder, name);
      await note(caller, "backup.downloaded", { name });
      return file;
    },
  };

  async function known(name: string): Promise<BackupPlace> {
    const at = place();
    if (!(await backups.list(at.folder)).some((one) => one.name === name)) throw new AppError("request.notFound");
    return at;
  }
}

function listed({ name, manifest }: Awaited<ReturnType<Backups["list"]>>[number]): BackupState["data"][number] {
  if (manifest === undefined) return { name, facts: null };
  const { takenAt, database, sounds, hasKey } = manifest;
  return {
    name,
    facts: {
      taken_at: takenAt,
      database_bytes: database.bytes,
      sounds: sounds.count,
      sounds_bytes: sounds.bytes,
      missing: sounds.missing,
      has_key: hasKey,
    },
  };
}

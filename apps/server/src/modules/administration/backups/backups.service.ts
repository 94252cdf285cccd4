import {
  AppError,
  BACKUP_DOWNLOAD_SECONDS,
  type AuditAct,
  type BackupState,
  type endpoints,
} from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { Caller } from "../../../kernel/http/caller.ts";
import type { InstanceStore } from "../../../kernel/jobs/lease.ts";
import type { Log } from "../../../kernel/log.ts";
import type { RandomBytes } from "../../../kernel/secrets/secrets.ts";
import { createOneTimeTokens, type OneTimeTokensDeps } from "../../../kernel/short-lived/one-time-tokens.ts";
import type { Backups, PreparedRestore } from "../backups.port.ts";
import { carryOut } from "../company.order.ts";
import type { CompanyStore } from "../company.store.ts";
import { checkOwnsMachine } from "../machine-sight.ts";
import { proveOwner, type ProofDeps, type RestoreProof } from "./prove-owner.ts";
import { authorOf } from "../people/people.service.ts";

/** Where the server keeps its back-ups. */
export interface BackupPlace {
  readonly folder: string;
  /** Minute of the day in the server's time zone. */
  readonly minute: number;
  readonly keep: number;
}

export interface BackupsDeps extends ProofDeps {
  readonly company: CompanyStore;
  readonly clock: Pick<Clock, "now" | "setTimeout">;
  readonly log: Log;
  /** Undefined: BACKUP_DIR is not set. */
  readonly backup: BackupPlace | undefined;
  readonly backups: Pick<Backups, "list" | "pack" | "prepared" | "drop" | "switchTo">;
  /** Stops the server and starts it again; undefined: it cannot. */
  readonly restart: (() => void) | undefined;
  /** Servers that run on the database now. */
  readonly instances: Pick<InstanceStore, "live">;
  readonly shortLived: OneTimeTokensDeps["shortLived"];
  readonly random: RandomBytes;
  /** Runs a command in a process of its own. @returns what it said; rejects with what it said when it failed */
  readonly runCommandLine: (words: readonly string[]) => Promise<string>;
}

type RestoreAnswer = z.infer<typeof endpoints.restoreBackup.response>;
type Running = NonNullable<BackupState["running"]>;
type Last = NonNullable<BackupState["last"]>;

/** For the response to leave first. */
const RESTART_MS = 500;
const HOUR_MINUTES = 60;
const SAID_CHARACTERS = 500;
const two = (value: number): string => String(value).padStart(2, "0");

export type BackupsService = ReturnType<typeof createBackupsService>;

/** COMPANY-20: back-ups of the server, for the page of those who administer them. */
export function createBackupsService(deps: BackupsDeps) {
  const { company, clock, log, backup, backups, runCommandLine, restart } = deps;
  const downloads = createOneTimeTokens(deps, {
    name: "backup-download",
    schema: z.object({ name: z.string() }),
    maxChars: 200,
    validMs: BACKUP_DOWNLOAD_SECONDS * 1_000,
  });
  let running: Running | null = null;
  let last: Last | null = null;

  const show = async (caller: Caller): Promise<BackupState> => ({
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
    prepared: preparedState(await backups.prepared()),
    restarts: restart !== undefined,
    company: await companyNameOf(company, caller),
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
      return show(caller);
    },
    check: async (caller: Caller, name: string): Promise<BackupState> => {
      const { folder } = await known(name);
      start({ act: "check", name }, ["backup", "check", folder, name]);
      return show(caller);
    },
    orderDownload: async (caller: Caller, name: string): Promise<string> => {
      await known(name);
      await note(caller, "backup.downloaded", { name });
      return downloads.issue({ name });
    },
    download: async (token: string): Promise<{ readonly name: string; readonly file: AsyncIterable<Uint8Array> }> => {
      const order = await downloads.take(token);
      if (order === undefined) throw new AppError("request.notFound");
      const { folder } = await known(order.name);
      return { name: order.name, file: await backups.pack(folder, order.name) };
    },
    prepare: async (caller: Caller, name: string): Promise<BackupState> => {
      const { folder } = await known(name);
      await checkMayReplace(deps);
      start({ act: "prepare", name }, ["backup", "prepare", folder, name]);
      return show(caller);
    },
    drop: async (caller: Caller): Promise<BackupState> => {
      if (running !== null) throw new AppError("backup.busy", { folder: place().folder });
      await backups.drop();
      return show(caller);
    },
    /** BACKUP-14: the server restarts after the response. */
    restore: async (
      caller: Caller,
      name: string,
      proof: RestoreProof & { readonly typed: string },
    ): Promise<RestoreAnswer> => {
      const again = await checkMayReplace(deps);
      if (running !== null) throw new AppError("backup.busy", { folder: place().folder });
      const prepared = await backups.prepared();
      if (prepared?.name !== name) throw new AppError("backup.notPrepared", { name });
      if (proof.typed.trim() !== (await companyNameOf(company, caller)).trim())
        throw new AppError("backup.wrongCompany", { field: "company" });
      const asked = await proveOwner(deps, caller, proof);
      if (asked !== undefined) return { state: "code", code_sent_to: asked.sentTo };
      await note(caller, "backup.restored", { name });
      await backups.switchTo(name);
      log.warn("the server restarts to restore a back-up", { name });
      clock.setTimeout(again, RESTART_MS);
      return { state: "restarting", code_sent_to: null };
    },
  };

  async function known(name: string): Promise<BackupPlace> {
    const at = place();
    if (!(await backups.list(at.folder)).some((one) => one.name === name)) throw new AppError("request.notFound");
    return at;
  }
}

/** BACKUP-15: one company must not replace the data of another, nor those below a server that goes on. @returns restarts the server */
async function checkMayReplace({ company, instances, restart }: BackupsDeps): Promise<() => void> {
  if (restart === undefined) throw new AppError("backup.noRestart");
  await checkOwnsMachine(company);
  if ((await instances.live()).size > 1) throw new AppError("backup.severalServers");
  return restart;
}

const companyNameOf = async (company: CompanyStore, { realm }: Caller): Promise<string> =>
  (await company.read((reader) => reader.realms())).find(({ id }) => id === realm.id)?.company ?? realm.name;

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

const preparedState = (prepared: PreparedRestore | undefined): BackupState["prepared"] =>
  prepared === undefined
    ? null
    : {
        name: prepared.name,
        taken_at: prepared.takenAt,
        has_key: prepared.hasKey,
        counts: [...prepared.counts],
      };

import {
  AppError,
  BACKUP_DOWNLOAD_SECONDS,
  BACKUP_PLACES,
  type AuditAct,
  type BackupSchedule,
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
import type { Backups } from "../backups.port.ts";
import { carryOut } from "../company.order.ts";
import { checkOwnsMachine } from "../machine-sight.ts";
import { placeWord, scheduleChanges } from "./backup-schedule.ts";
import { companyNameOf, createBackupSight, type BackupSightDeps, type PlacedName } from "./backup-sight.ts";
import { checkOwner, proveOwner, type ProofDeps, type OwnerProof } from "../prove-owner.ts";
import { authorOf } from "../people/people.service.ts";

export interface BackupsDeps extends ProofDeps, BackupSightDeps {
  readonly clock: Pick<Clock, "now" | "setTimeout">;
  readonly log: Log;
  readonly backups: Pick<Backups, "list" | "pack" | "prepared" | "drop" | "switchTo" | "replaced" | "removeReplaced">;
  /** Servers that run on the database now. */
  readonly instances: Pick<InstanceStore, "live">;
  readonly shortLived: OneTimeTokensDeps["shortLived"];
  readonly random: RandomBytes;
}

type RestoreAnswer = z.infer<typeof endpoints.restoreBackup.response>;

/** For the response to leave first. */
const RESTART_MS = 500;

export type BackupsService = ReturnType<typeof createBackupsService>;

/** COMPANY-20: back-ups of the server, for the page of those who administer them. */
export function createBackupsService(deps: BackupsDeps) {
  const { company, clock, log, backups, backupPlaces: places, backupSchedules: schedules, backupRuns: runs } = deps;
  const downloads = createOneTimeTokens(deps, {
    name: "backup-download",
    schema: z.object({ place: z.enum(BACKUP_PLACES), name: z.string() }),
    maxChars: 200,
    validMs: BACKUP_DOWNLOAD_SECONDS * 1_000,
  });

  const { show, known, checkSetUp } = createBackupSight(deps);

  const note = (caller: Caller, act: AuditAct, details: Readonly<Record<string, string>> = {}): Promise<void> =>
    carryOut(company, { realm: caller.realm.name, author: authorOf(caller), at: clock.now() }, (order) =>
      order.note(act, { details }),
    );

  return {
    show,
    /** BACKUP-20: for the first page. A bucket is not asked each time. */
    facts: async () => {
      const { folder } = places;
      const read = folder === undefined ? [] : await backups.list(folder);
      const inFolder = read.findLast(({ manifest }) => manifest !== undefined)?.manifest?.takenAt;
      const last = Math.max(inFolder ?? 0, (await schedules.takenAt()) ?? 0);
      const night = await schedules.night();
      return {
        configured: schedules.kinds.length > 0,
        last_at: last === 0 ? null : last,
        failed_at: night?.failed === true && last < night.at ? night.at : null,
      };
    },
    schedule: async (
      caller: Caller,
      schedule: BackupSchedule,
      { version, proof }: { readonly version: string; readonly proof: OwnerProof },
    ): Promise<BackupState> => {
      checkSetUp();
      // BACKUP-17: the version says that it is still the schedule that was asked about.
      const changes = scheduleChanges(await schedules.read(), schedule);
      if (Object.keys(changes).length > 0) await checkOwner(deps, caller, proof);
      const before = await schedules.write(schedule, version);
      await note(caller, "backup.scheduled", scheduleChanges(before, schedule));
      return show(caller);
    },
    take: async (caller: Caller): Promise<BackupState> => {
      checkSetUp();
      const { place, keep } = await schedules.read();
      const taken = runs.start({ act: "take", name: null }, [
        "backup",
        "create",
        placeWord(places, place),
        "--by-hand",
        "--keep",
        String(keep),
      ]);
      taken
        .then(async ({ failed }) => failed || schedules.noteTaken(clock.now()))
        .catch((error: unknown) => log.warn("when a back-up was taken could not be noted", { err: error }));
      await note(caller, "backup.taken");
      return show(caller);
    },
    check: async (caller: Caller, one: PlacedName): Promise<BackupState> => {
      const place = await known(one);
      void runs.start({ act: "check", name: one.name }, ["backup", "check", place, one.name]);
      return show(caller);
    },
    /** BACKUP-17 @returns null: a code is needed, and where it was sent */
    orderDownload: async (
      caller: Caller,
      { place, name }: PlacedName,
      proof: OwnerProof,
    ): Promise<{ readonly token: string | null; readonly sentTo: string | null }> => {
      await known({ place, name });
      const asked = await proveOwner(deps, caller, proof);
      if (asked !== undefined) return { token: null, sentTo: asked.sentTo };
      await note(caller, "backup.downloaded", { name });
      return { token: await downloads.issue({ place, name }), sentTo: null };
    },
    download: async (token: string): Promise<{ readonly name: string; readonly file: AsyncIterable<Uint8Array> }> => {
      const order = await downloads.take(token);
      if (order === undefined) throw new AppError("request.notFound");
      return { name: order.name, file: await backups.pack(await known(order), order.name) };
    },
    prepare: async (caller: Caller, one: PlacedName): Promise<BackupState> => {
      const place = await known(one);
      await checkMayReplace(deps);
      void runs.start({ act: "prepare", name: one.name }, ["backup", "prepare", place, one.name]);
      return show(caller);
    },
    drop: async (caller: Caller): Promise<BackupState> => {
      runs.checkIdle();
      await backups.drop();
      return show(caller);
    },
    /** BACKUP-19 */
    removeReplaced: async (caller: Caller, name: string): Promise<BackupState> => {
      if (!(await backups.replaced()).some((one) => one.name === name)) throw new AppError("request.notFound");
      await note(caller, "backup.replacedRemoved", { name });
      await backups.removeReplaced(name);
      return show(caller);
    },
    /** BACKUP-14: the server restarts after the response. */
    restore: async (
      caller: Caller,
      name: string,
      proof: OwnerProof & { readonly typed: string },
    ): Promise<RestoreAnswer> => {
      const again = await checkMayReplace(deps);
      runs.checkIdle();
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
}

/** BACKUP-15: one company must not replace the data of another, or data that a running server uses. @returns restarts the server */
async function checkMayReplace({ company, instances, restart }: BackupsDeps): Promise<() => void> {
  if (restart === undefined) throw new AppError("backup.noRestart");
  await checkOwnsMachine(company);
  if ((await instances.live()).size > 1) throw new AppError("backup.severalServers");
  return restart;
}

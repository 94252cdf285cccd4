import type { BackupSchedule } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import type { Servers } from "../../../kernel/jobs/lease.ts";
import type { Log } from "../../../kernel/log.ts";
import type { ShortLived } from "../../../kernel/short-lived/short-lived.ts";
import { nextNight, placeWord, type BackupNight, type BackupPlaces, type BackupSchedules } from "./backup-schedule.ts";
import type { BackupRuns } from "./backup-runs.ts";

export interface NightlyBackupDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly places: BackupPlaces;
  readonly schedules: Pick<
    BackupSchedules,
    "read" | "noteNight" | "noteTaken" | "seenTo" | "noteBegun" | "noteEnded" | "takeLost"
  >;
  /** Of the database. */
  readonly servers: Servers;
  readonly runs: Pick<BackupRuns, "running" | "start">;
  /** BACKUP-7: of several servers of one database one gets the run that is due at a time. */
  readonly claim: (due: number) => Promise<boolean>;
  /** BACKUP-20: notifies the administrators. */
  readonly showFailure: (night: BackupNight) => Promise<void>;
}

/** So that a schedule that another server changed is followed soon. */
const LOOK_MS = 60_000;
const ENDED = "The server ended before the back-up was done.";

/** BACKUP-7: takes a back-up each night, and at the start one for nights in which no server ran (BACKUP-23). @returns stops it */
export function startNightlyBackup(deps: NightlyBackupDeps): () => void {
  const { clock, log, schedules, runs, servers } = deps;
  /** Whether this server is at the run of a night. */
  let atIt = false;
  let stopped = false;
  /** Undefined until the first look. */
  let since: number | undefined;
  let cancel = clock.setTimeout(look, LOOK_MS);
  function look(): void {
    takeDue().catch((error: unknown) => log.error("the back-up of the night could not begin", { err: error }));
    cancel = clock.setTimeout(look, LOOK_MS);
  }
  async function takeDue(): Promise<void> {
    since ??= await schedules.seenTo(clock.now());
    // After what a person has begun: it is due still.
    if (atIt || runs.running() !== null) return;
    if (await takeLost()) return;
    const schedule = await schedules.read();
    const now = clock.now();
    const due = nextNight(schedule, since);
    if (due === undefined || due > now) {
      since = now;
      return;
    }
    const isOurs = await deps.claim(due);
    // Only now: when the database cannot be asked, it is due at the next look. Of several nights that were missed one is taken.
    since = now;
    if (!isOurs || runs.running() !== null) return;
    // Before it ends: one that ends the server is not begun again by each start.
    await schedules
      .noteBegun(now, servers.id)
      .catch((error: unknown) => log.warn("that a back-up began could not be noted", { err: error }));
    await take(schedule);
  }
  /** BACKUP-24 @returns whether there was one */
  async function takeLost(): Promise<boolean> {
    const live = await servers.live();
    const lost = await schedules.takeLost((by) => by === servers.id || !live.has(by), servers.id);
    if (lost === undefined) return false;
    const night: BackupNight = { at: clock.now(), failed: true, said: ENDED };
    log.error("the server ended before the back-up of the night was done", { again: lost.again });
    await schedules.noteNight(night);
    await deps.showFailure(night);
    if (!lost.again) return true;
    since = clock.now();
    await take(await schedules.read());
    return true;
  }
  async function take(schedule: BackupSchedule): Promise<void> {
    atIt = true;
    try {
      await run(schedule);
      if (!stopped) await schedules.noteEnded();
    } finally {
      atIt = false;
    }
  }
  async function run(schedule: BackupSchedule): Promise<void> {
    const words = ["backup", "create", placeWord(deps.places, schedule.place), "--keep", String(schedule.keep)];
    const { failed, said } = await runs.start({ act: "take", name: null }, words);
    if (stopped) return;
    const night: BackupNight = { at: clock.now(), failed, said };
    await schedules.noteNight(night);
    if (failed) await deps.showFailure(night);
    else await schedules.noteTaken(night.at);
    if (!failed) log.info("back-up taken", { said });
  }
  return () => {
    stopped = true;
    cancel();
  };
}

/** Longer than clocks of servers differ. */
const CLAIMED_MS = 3_600_000;
const MOST_CLAIMS = 100;
const CLAIM_CHARACTERS = 20;

export function claimRuns(shortLived: Pick<ShortLived, "open">, clock: Pick<Clock, "now">): NightlyBackupDeps["claim"] {
  const claims = shortLived.open({
    name: "nightly-backup",
    schema: z.boolean(),
    most: MOST_CLAIMS,
    maxChars: CLAIM_CHARACTERS,
  });
  return async (due) => {
    let isOurs = false;
    await claims.change(String(due), (before) => {
      isOurs = before === undefined;
      return before ?? { value: true, expiresAt: clock.now() + CLAIMED_MS };
    });
    return isOurs;
  };
}

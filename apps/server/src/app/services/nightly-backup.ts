import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import type { BackupSettings } from "../settings/storage.ts";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";
import { openTimeZone, type TimeZone } from "../../kernel/text/time-zone.ts";

export interface NightlyBackupDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly timeZone: string;
  /** BACKUP-7: of several servers of one database one gets the run that is due at a time. */
  readonly claim: (due: number) => Promise<boolean>;
  /** Takes one. @returns what it said; rejects with what it said when it failed */
  readonly take: (backup: BackupSettings) => Promise<string>;
}

const HOUR_MINUTES = 60;
const DAY_MS = 86_400_000;
/** setTimeout takes no more than 24.8 days; and a clock may be set. */
const LOOK_AGAIN_MS = 600_000;

/** BACKUP-7: takes a back-up each night. @returns stops it */
export function startNightlyBackup(
  backup: BackupSettings,
  { clock, log, timeZone, claim, take }: NightlyBackupDeps,
): () => void {
  const zone = openTimeZone(timeZone);
  if (zone === undefined) return () => undefined;
  let due = nextMoment(zone, backup.minute, clock.now());
  let cancel = clock.setTimeout(look, wait());
  function wait(): number {
    return Math.min(LOOK_AGAIN_MS, Math.max(0, due - clock.now()));
  }
  function look(): void {
    if (zone !== undefined && clock.now() >= due) {
      const now = due;
      due = nextMoment(zone, backup.minute, clock.now());
      takeOwn(now).catch((error: unknown) => log.error("the nightly back-up failed", { err: error }));
    }
    cancel = clock.setTimeout(look, wait());
  }
  async function takeOwn(moment: number): Promise<void> {
    if (await claim(moment)) log.info("back-up taken", { said: await take(backup) });
  }
  return () => cancel();
}

/** Longer than clocks of servers differ. */
const CLAIMED_MS = 3_600_000;
const MOST_CLAIMS = 100;
const CLAIM_CHARACTERS = 20;

export function claimRuns(shortLived: ShortLived, clock: Pick<Clock, "now">): NightlyBackupDeps["claim"] {
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

/** The next time a clock there shows this minute. */
function nextMoment(zone: TimeZone, minute: number, now: number): number {
  for (let day = 0; ; day += 1) {
    const local = new Date(now + zone.offsetAt(now) + day * DAY_MS);
    const moment = zone.momentOf({
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: Math.floor(minute / HOUR_MINUTES),
      minute: minute % HOUR_MINUTES,
      second: 0,
    });
    if (moment > now) return moment;
  }
}

const LOW_PRIORITY = 10;

export const takeByCommandLine =
  (cli: string) =>
  ({ folder, keep }: BackupSettings): Promise<string> =>
    byCommandLine(cli)(["backup", "create", folder, "--keep", String(keep)]);

/**
 * Runs the command line in a process of its own: what it reads and writes holds up no call.
 *
 * @returns what it said; rejects with what it said when it failed
 */
export const byCommandLine =
  (cli: string) =>
  (words: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [cli, ...words], { stdio: ["ignore", "pipe", "pipe"] });
      if (child.pid !== undefined) lower(child.pid);
      let said = "";
      const keepText = (part: Buffer): void => {
        said += part.toString("utf8");
      };
      child.stdout.on("data", keepText);
      child.stderr.on("data", keepText);
      child.once("error", reject);
      child.once("close", (code) => (code === 0 ? resolve(said.trim()) : reject(new Error(said.trim()))));
    });

function lower(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already.
  }
}

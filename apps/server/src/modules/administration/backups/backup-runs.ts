import { AppError, type BackupState } from "@callpanel/contract";
import type { Clock } from "../../../kernel/clock.ts";
import type { Log } from "../../../kernel/log.ts";

export type BackupRun = Pick<NonNullable<BackupState["running"]>, "act" | "name">;

export interface BackupRunsDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Runs a command in a process of its own. @returns what it said; rejects with what it said when it failed */
  readonly runCommandLine: (words: readonly string[]) => Promise<string>;
}

export type BackupRuns = ReturnType<typeof createBackupRuns>;

const SAID_CHARACTERS = 500;
/** The command line says first who says it. */
const PROGRAM = /^callpanel: /;

/** What this server does with back-ups now, by the command line, and how the last run ended. One at a time: each reads the whole disk. */
export function createBackupRuns({ clock, log, runCommandLine }: BackupRunsDeps) {
  let running: BackupState["running"] = null;
  let last: BackupState["last"] = null;
  return {
    running: () => running,
    last: () => last,
    checkIdle: (): void => {
      if (running !== null) throw new AppError("backup.running");
    },
    /** @returns how it ended. @throws AppError backup.running */
    start: (
      what: BackupRun,
      words: readonly string[],
    ): Promise<{ readonly failed: boolean; readonly said: string }> => {
      if (running !== null) throw new AppError("backup.running");
      running = { ...what, since: clock.now() };
      const end = (failed: boolean, text: string) => {
        const said = text.replace(PROGRAM, "").slice(0, SAID_CHARACTERS);
        running = null;
        last = { ...what, at: clock.now(), failed, said };
        return { failed, said };
      };
      return runCommandLine(words).then(
        (said) => end(false, said),
        (error: unknown) => {
          log.error("a back-up command failed", { act: what.act, err: error });
          return end(true, error instanceof Error ? error.message : String(error));
        },
      );
    },
  };
}

import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import type { Clock } from "../../../kernel/clock.ts";

const LOW_PRIORITY = 10;
/** BACKUP-25: far more than the largest back-up takes, and less than until the next night. */
export const MOST_RUN_HOURS = 12;
const HOUR_MS = 3_600_000;

interface CommandLineDeps {
  readonly clock: Pick<Clock, "setTimeout">;
  /** Ends what runs, when the server ends. */
  readonly ending: AbortSignal;
}

/**
 * Runs the command line in a process of its own: what it reads and writes holds up no call.
 *
 * @returns what it said; rejects with what it said when it failed
 */
export const byCommandLine =
  (cli: string, { clock, ending }: CommandLineDeps) =>
  (words: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      // The channel closes with this process, however it ends: then the command ends too (BACKUP-24).
      const child = spawn(process.execPath, [cli, ...words], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
      if (child.pid !== undefined) lower(child.pid);
      let said = "";
      let cut = "";
      const end = (why: string): void => {
        cut = why;
        child.kill("SIGKILL");
      };
      const onEnding = (): void => end("The server ended.");
      ending.addEventListener("abort", onEnding);
      const cancel = clock.setTimeout(
        () => end(`It was not done after ${MOST_RUN_HOURS} hours and was ended.`),
        MOST_RUN_HOURS * HOUR_MS,
      );
      const keepText = (part: Buffer): void => {
        said += part.toString("utf8");
      };
      child.stdout?.on("data", keepText);
      child.stderr?.on("data", keepText);
      child.once("error", reject);
      child.once("close", (code) => {
        cancel();
        ending.removeEventListener("abort", onEnding);
        if (code === 0) resolve(said.trim());
        else reject(new Error([said.trim(), cut].filter((text) => text !== "").join("\n")));
      });
    });

function lower(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already.
  }
}

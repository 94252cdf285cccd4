/** A back-up of 2 GB while the server serves: the memory that the command adds, how long the server's other work waits, and the prepared restore. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { fillCalls } from "../../apps/server/test/many-calls.ts";
import { runProcess } from "../../apps/server/test/server-process.ts";
import { silentLog } from "../../apps/server/test/temporary-storage.ts";
import { createTestServer } from "../../apps/server/test/test-server.ts";
import { openDatabase } from "../../apps/server/src/app/services/storage.ts";
import type { Report } from "../figure.ts";

/** Of `npm run build`; seen from the bundle of this file. */
const CLI = fileURLToPath(new URL("../../apps/server/dist/cli.js", import.meta.url));
const SOUNDS = 512;
const SOUND_BYTES = 4 * 1_048_576;
const CALLS = 200_000;
const MEMORY_BOUND_MB = 60; // issue 17, figures
const WAIT_BOUND_MS = 50;
const LOOK_MS = 5;
const NANOSECONDS = 1_000_000;

/** In a folder of BENCH_DIR: a disk, where the one for temporary files is memory. */
export async function run(report: Report): Promise<void> {
  const place = mkdtempSync(join(process.env["BENCH_DIR"] ?? tmpdir(), "callpanel-bench-"));
  const [dataDir, backups] = [join(place, "data"), join(place, "backups")];
  const command = async (...words: readonly string[]) => {
    const started = performance.now();
    const cli = runProcess(CLI, { DATA_DIR: dataDir }, [...words]);
    let peakMb = 0;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, peakOf(cli.child.pid));
    }, LOOK_MS);
    const code = await cli.exited;
    clearInterval(watch);
    if (code !== 0) throw new Error(cli.error());
    return { out: cli.out(), peakMb, seconds: (performance.now() - started) / 1_000 };
  };
  const empty = await createTestServer({ dataDir, demo: true });
  const small = await command("backup", "create", backups);
  const db = await openDatabase({ dataDir, databaseUrl: undefined, realm: undefined }, silentLog);
  await fillCalls(db, empty.stores, CALLS);
  await db.destroy();
  for (let at = 0; at < SOUNDS; at += 1)
    await empty.sounds.put(randomBytes(SOUND_BYTES), {
      type: "application/octet-stream",
      durationMs: 0,
      holder: { kind: "chat", id: String(at) },
    });
  let name = "";
  try {
    for (const [what, words] of [
      ["create", ["backup", "create", backups]],
      ["check", ["backup", "check", backups]],
      ["prepare", ["backup", "prepare", backups]],
    ] as const) {
      const wait = monitorEventLoopDelay({ resolution: 1 });
      wait.enable();
      const { out, peakMb, seconds } = await command(...words, ...(what === "create" ? [] : [name]));
      wait.disable();
      if (what === "create") name = /back-up (\S+):/.exec(out)?.[1] ?? "";
      const against = "bound of issue 17";
      report({
        name: `${what} 2 GB: added memory`,
        value: peakMb - small.peakMb,
        unit: "MB",
        bound: MEMORY_BOUND_MB,
        better: "lower",
        against,
      });
      report({
        name: `${what} 2 GB: the server's work waits, p99`,
        value: wait.percentile(99) / NANOSECONDS,
        unit: "ms",
        bound: WAIT_BOUND_MS,
        better: "lower",
        against,
      });
      report({
        name: `${what} 2 GB: time`,
        value: seconds,
        unit: "s",
        bound: 120,
        better: "lower",
        against: "two minutes",
      });
    }
  } finally {
    await empty.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

/** The most memory that a process had, in MB (proc(5), VmHWM). */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // it has ended
  }
}

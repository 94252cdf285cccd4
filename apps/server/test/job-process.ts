import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { createJobStore } from "../src/adapters/database/server/job.store.ts";
import { openDatabase } from "../src/app/services/storage.ts";
import { createBus } from "../src/kernel/bus/bus.ts";
import type { Clock } from "../src/kernel/clock.ts";
import { createJobs } from "../src/kernel/jobs/jobs.ts";
import { silentLog } from "./temporary-storage.ts";

/**
 * A process that works on jobs, for tests that kill it: it adds those named in ADD and prints each job it takes. It
 * finishes no job unless FINISH is set. LATER_MS is how far its clock is ahead.
 */
const { DATA_DIR = "", ADD = "", FINISH, LATER_MS = "0" } = process.env;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const db = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined, realm: undefined }, silentLog);
const clock: Clock = {
  now: () => Date.now() + Number(LATER_MS),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const jobs = createJobs({
  store: createJobStore(db),
  bus: createBus({ clock, log: silentLog }),
  clock,
  random: randomBytes,
  log: silentLog,
});
const kind = { name: "greet", payload: z.object({ who: z.string() }) };
for (const who of ADD.split(",").filter((one) => one !== "")) {
  await jobs.add(kind, { who });
  say(`kept ${who}`);
}
jobs.work(
  kind,
  async ({ who }, { tries }) => {
    say(`took ${who} ${tries}`);
    if (FINISH === undefined) await new Promise(() => undefined);
  },
  { concurrency: 2 },
);

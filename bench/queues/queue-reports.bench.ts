/** Reports over five million rows of the queue log: the time for any filter of each report, as a request to the server. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { openDatabase } from "../../apps/server/src/app/services/storage.ts";
import { fillQueueLog } from "../../apps/server/test/many-queue-calls.ts";
import { silentLog } from "../../apps/server/test/temporary-storage.ts";
import { createTestServer, type TestServer } from "../../apps/server/test/test-server.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";

const ROWS = 5_000_000;
const ROUNDS = 5;
const REPORT_BOUND_MS = 1_000; // issue 14, figures
const FIRST_PAGE_BOUND_MS = 100;
const AGAINST = "bound of issue 14";

/**
 * On SQLite, and on the PostgreSQL of BENCH_DATABASE_URL where it is named. With BENCH_FOLDER the log is kept there, and in that
 * database, for the next run.
 */
export async function run(report: Report): Promise<void> {
  const databaseUrl = process.env["BENCH_DATABASE_URL"];
  await measure("SQLite", undefined, report);
  if (databaseUrl !== undefined) await measure("PostgreSQL", databaseUrl, report);
}

async function measure(kind: string, databaseUrl: string | undefined, report: Report): Promise<void> {
  const kept = process.env["BENCH_FOLDER"];
  const dataDir = kept && join(kept, `queues-${kind}`);
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  const server = await createTestServer({ databaseUrl, demo: true, ...(dataDir && { dataDir }) });
  try {
    await fillOnce(server, databaseUrl);
    await measureReports(server, kind, report);
  } finally {
    await (dataDir ? server.stop() : server.remove());
  }
}

async function fillOnce({ stores, dataDir }: TestServer, databaseUrl: string | undefined): Promise<void> {
  if ((await stores.queueReports.rowsOfCall("demo", "bench-0")).length > 0) return;
  const alice = await stores.users.byUsername("alice");
  const everybody = await stores.users.search({ realmId: alice?.realm.id ?? 0, words: [], start: 0, limit: 50 });
  const db = await openDatabase({ dataDir, databaseUrl, realm: undefined }, silentLog);
  await fillQueueLog(
    db,
    ROWS,
    everybody.users.map(({ id }) => id),
  );
  await db.destroy();
  await stores.company.atomically((company) =>
    company.setPermissions(alice?.id ?? 0, [{ module: "queue_reports", rule: "read" }]),
  );
}

const week = "start_date=2026-03-02&end_date=2026-03-08&timezone=America/Toronto";
const year = "start_date=2025-11-20&end_date=2026-11-19&timezone=America/Toronto";
const india = "start_date=2025-11-20&end_date=2026-11-19&timezone=Asia/Kolkata";

async function measureReports(server: TestServer, kind: string, report: Report): Promise<void> {
  const groups: ReadonlyArray<readonly [name: string, bound: number, paths: readonly string[]]> = [
    [
      "summary",
      REPORT_BOUND_MS,
      [
        week,
        year,
        india,
        `${year}&queues=600`,
        `${india}&queues=600,601,602`,
        `${week}&hourly=1`,
        "start_date=2026-03-01&end_date=2026-04-30&hourly=1",
      ].map((query) => `summary?${query}`),
    ],
    [
      "first page of call details",
      FIRST_PAGE_BOUND_MS,
      [week, year, india, `${year}&queues=600`, `${india}&queues=600,601,602`].map((query) => `call_details?${query}`),
    ],
    [
      "agents",
      REPORT_BOUND_MS,
      [week, year, india, `${year}&queues=600`, `${india}&queues=600,601,602`, `${india}&agent=101`].map(
        (query) => `agents?${query}`,
      ),
    ],
    [
      "other pages and logs",
      REPORT_BOUND_MS,
      [
        `call_details?${india}&offset=250000`,
        `call_details?${india}&offset=499000`,
        `call_details?${year}&queues=605&offset=20000`,
        `call_details?${year}&agent=101`,
        `call_details?${india}&agent=101&queues=600&offset=1000`,
        "choices?",
        "logs/bench-400000",
        `logs/agent/101?${week}`,
        `logs/agent/101?${india}`,
        `logs/agent/101?${india}&queues=600&offset=1000`,
      ],
    ],
  ];
  for (const [name, bound, paths] of groups) {
    const times: number[] = [];
    const cpuTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const path of paths) {
        const began = performance.now();
        const before = process.cpuUsage();
        const { status, body } = await server.get(`/api/v1/queues/reports/${path}`, "alice");
        if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
        const took = performance.now() - began;
        const { user, system } = process.cpuUsage(before);
        const cpuMs = (user + system) / 1_000;
        if (round > 0) {
          // The first round reads the disk.
          times.push(took);
          cpuTimes.push(cpuMs);
        }
        if (process.env["BENCH_DETAILS"])
          process.stdout.write(`${took.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms ${path}\n`);
      }
    const compare = (what: string, value: number): void =>
      report({
        name: `queue reports over ${ROWS / 1_000_000} million rows on ${kind}: ${name}, ${what}`,
        value,
        unit: "ms",
        bound,
        better: "lower",
        against: AGAINST,
      });
    compare("p95", percentile(times, 95));
    // Of this process: of PostgreSQL it is only what the server adds. It depends on nothing else that this machine does.
    compare("p95 of the CPU time", percentile(cpuTimes, 95));
  }
}

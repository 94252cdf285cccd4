/** A million calls of a company: the time for any page of any filter, and for all of it as a file, next to the server's other work. */
import { request } from "node:http";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { createTestServer, bearer, type TestServer } from "../../apps/server/test/test-server.ts";
import { openDatabase } from "../../apps/server/src/app/services/storage.ts";
import { fillCalls } from "../../apps/server/test/many-calls.ts";
import { silentLog } from "../../apps/server/test/temporary-storage.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";

const CALLS = 1_000_000;
const ROUNDS = 5;
const QUESTION_BOUND_MS = 50; // issue 5, figures
const WAIT_BOUND_MS = 50;
const MEMORY_BOUND_MB = 60; // issue 5, figures
const AGAINST = "bound of issue 5";

/** On SQLite, and on the PostgreSQL of BENCH_DATABASE_URL (an empty database) where it is named. */
export async function run(report: Report): Promise<void> {
  const databaseUrl = process.env["BENCH_DATABASE_URL"];
  await measure("SQLite", undefined, report);
  if (databaseUrl !== undefined) await measure("PostgreSQL", databaseUrl, report);
}

async function measure(kind: string, databaseUrl: string | undefined, report: Report): Promise<void> {
  const server = await createTestServer({ databaseUrl });
  try {
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl, realm: undefined }, silentLog);
    await fillCalls(db, server.stores, CALLS);
    await db.destroy();
    await measurePages(server, kind, report);
    await measureFile(server, kind, report);
  } finally {
    await server.remove();
  }
}

const LIST = "/api/v1/cdrs/friendly_calls_by_date";

async function measurePages(server: TestServer, kind: string, report: Report): Promise<void> {
  const zone = "time_zone=America/Toronto";
  const week = `${zone}&date_from=2026-03-05&date_to=2026-03-11`;
  const year = `${zone}&date_from=2025-06-01&date_to=2026-05-31`;
  const questions: ReadonlyArray<readonly [name: string, queries: readonly string[]]> = [
    ["first page", ["", zone, "filter_by_extension=101", week, year]],
    [
      "deep pages",
      [
        "start=18",
        "start=250000",
        "start=500000",
        "start=999982",
        "start=900000&sort_direction=ASC",
        `${year}&start=300000`,
        "filter_by_extension=101&start=40000",
        `filter_by_extension=102&start=20000&${year}`,
      ],
    ],
    [
      "filters",
      [
        week,
        `${week}&filter_by_extension=103`,
        `${zone}&date_from=2026-03-08&date_to=2026-03-08`,
        "date_from=2026-03-08T14:30&date_to=2026-03-08T14:45",
        `${week}&filter_by_extension=101,102,103`,
        `${week}&sort_column=duration`,
        `${week}&sort_column=to&sort_direction=ASC&start=5000`,
      ],
    ],
    [
      "calls of three people, of all time",
      ["filter_by_extension=115,116,117", "filter_by_extension=115,116,117&start=9000"],
    ],
    [
      "searches",
      [
        "search=abara",
        "search=nobody",
        `${week}&search=5551`,
        "search=abara&filter_by_extension=101",
        "search=101&filter_by_extension=115,116,117",
      ],
    ],
  ];
  for (const [name, queries] of questions) {
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const query of queries) {
        const begun = performance.now();
        const { status } = await server.get(`${LIST}?${query}`, "carol");
        if (status !== 200) throw new Error(`${query}: ${status}`);
        samples.push(performance.now() - begun);
      }
    report({
      name: `${CALLS} calls on ${kind}: ${name}, p95`,
      value: percentile(samples, 95),
      unit: "ms",
      bound: QUESTION_BOUND_MS,
      better: "lower",
      against: AGAINST,
    });
  }
}

/** Read over a real socket, so that back-pressure counts. */
async function measureFile(server: TestServer, kind: string, report: Report): Promise<void> {
  const address = new URL(await server.listen());
  const { access_token } = await server.signIn("carol");
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  let lines = 0;
  await new Promise<void>((resolve, reject) => {
    const sent = request(new URL(`${LIST}_export?time_zone=America/Toronto`, address), {
      headers: bearer(access_token),
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.on("error", reject);
      response.on("data", (piece: Buffer) => {
        for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1;
        most = Math.max(most, process.memoryUsage.rss());
      });
      response.on("end", resolve);
    });
    sent.end();
  });
  const seconds = (performance.now() - begun) / 1_000;
  delay.disable();
  if (lines !== CALLS + 1) throw new Error(`${lines} lines came`);
  const figure = (name: string, unit: string, value: number, bound: number, better: "higher" | "lower"): void =>
    report({ name: `file of ${CALLS} calls on ${kind}: ${name}`, value, unit, bound, better, against: AGAINST });
  figure("added memory", "MB", (most - before) / 1e6, MEMORY_BOUND_MB, "lower");
  figure("longest wait of others", "ms", delay.max / 1e6, WAIT_BOUND_MS, "lower");
  figure("rows a second", "rows", CALLS / seconds, 10_000, "higher");
}

/** The steps of the journeys, and how many of them run at the same time on this machine. */
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ROOT } from "./setup.mjs";
import { bin, playwrightReport } from "./steps.mjs";

/** What Playwright's transformer made of a file is kept from run to run, by the file's content: a third of a minute of CPU. */
const CACHE = { PWTEST_CACHE_DIR: join(ROOT, "node_modules/.cache/playwright") };

/** A fixed piece of work; the message is how long it took, in milliseconds. */
const WORK = `
const started = process.hrtime.bigint();
let value = 0;
for (let at = 0; at < 1e8; at += 1) value = (value * 31 + at) | 0;
require("node:worker_threads").parentPort.postMessage([Number(process.hrtime.bigint() - started) / 1e6, value]);
`;
const CORES_IN_USE = 2;
const ROUNDS = 3;
/** About what two cores need that run three journeys at the same time and have a fifth to spare: estimated from another piece of work that was timed on both machines. */
const USUAL_MS = 300;
const SLOW_MS = 1.5 * USUAL_MS;

const timed = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORK, { eval: true });
    worker.once("message", ([tookMs]) => resolve(tookMs));
    worker.once("error", reject);
  });

/** How long the fixed work takes, in ms, in two threads at the same time where there are two cores: the best of three rounds, so that a short disturbance does not count. */
async function workMs() {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const took = await Promise.all(Array.from({ length: Math.min(CORES_IN_USE, availableParallelism()) }, timed));
    rounds.push(Math.max(...took));
  }
  return Math.min(...rounds);
}

const FOLDER = "e2e/journeys";
/** Several browsers encode and decode pictures in each of them. */
const WITH_VIDEO = [`${FOLDER}/media/`, `${FOLDER}/video/`];
const hasVideo = (path) => WITH_VIDEO.some((folder) => path.startsWith(folder));

/**
 * The groups of steps. A slow machine runs fewer journeys at the same time, and takes about as long: what they wait for comes in time, and nothing is waited for that was given up.
 * @param {{ chromium: string, headlessShell?: string }} browsers their paths
 * @param {readonly string[]} paths of files or folders; none given: all
 */
export async function journeySteps({ chromium, headlessShell }, paths = allFolders()) {
  const step = (name, chosen, words = []) => ({
    name,
    command: [bin("playwright"), "test", "--config", "e2e/playwright.config.ts", ...words, ...chosen],
    env: { ...CACHE, CHROMIUM_PATH: chromium, ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }) },
    report: playwrightReport,
    show: true,
  });
  const tookMs = await workMs();
  process.stdout.write(`callpanel: this machine takes ${Math.round(tookMs)} ms for work of ${USUAL_MS} ms\n`);
  if (tookMs < SLOW_MS) return [[step("journeys", paths)]];
  const fewer = (what, chosen, workers) =>
    chosen.length === 0
      ? []
      : [[step(what, chosen, ["--workers", String(workers), "--output", `test-results/${what.replaceAll(" ", "-")}`])]];
  return [
    ...fewer("journeys with video", paths.filter(hasVideo), 1),
    ...fewer(
      "other journeys",
      paths.filter((path) => !hasVideo(path)),
      2,
    ),
  ];
}

const allFolders = () => readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}/`);

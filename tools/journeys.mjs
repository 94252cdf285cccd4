/** The steps of the journeys, and how many of them run at the same time on this machine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";
import { bin, playwrightReport } from "./steps.mjs";

/** What Playwright's transformer made of a file is kept from run to run, by the file's content: a third of a minute of CPU. */
const CACHE = { PWTEST_CACHE_DIR: join(ROOT, "node_modules/.cache/playwright") };

/** As many processes at the same time as cores are used. */
const CORES_IN_USE = 2;
const ROUNDS = 5;
/** About what two cores need that run three journeys at the same time and have a fifth to spare: estimated from the start of the server, which takes them 1.2 s of CPU. Those that are too slow for three were measured: 127 ms, and 2.1 s. */
const USUAL_MS = 60;
const SLOW_MS = 1.5 * USUAL_MS;

/**
 * How long a start of Node takes, in ms, twice at the same time where there are two cores. As journeys, it is code that runs for the first time, in memory that was not used before: what a busy host slows down most,
 * while a short loop takes as long there as anywhere.
 */
async function startMs() {
  const started = performance.now();
  const processes = Array.from({ length: Math.min(CORES_IN_USE, availableParallelism()) }, () =>
    once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "exit"),
  );
  await Promise.all(processes);
  return performance.now() - started;
}

/** The best of some rounds, so that a short disturbance does not count. */
async function bestStartMs() {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await startMs());
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
  const tookMs = await bestStartMs();
  process.stdout.write(`callpanel: Node starts in ${Math.round(tookMs)} ms here, usually in ${USUAL_MS} ms\n`);
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

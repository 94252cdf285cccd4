/** Runs the steps of a check, each a command, and counts what passed and failed. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters as withoutColours } from "node:util";
import { ROOT } from "./setup.mjs";

/** Runs one command; its output is shown when it fails, or always with `show`. */
function runCommand({ command, env = {}, show = false }) {
  return new Promise((resolve) => {
    const [file, ...args] = command;
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...process.env, ...env, FORCE_COLOR: process.stdout.isTTY ? "1" : "0" },
      stdio: show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => resolve({ code: 1, output: String(error) }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

const IN_MEMORY = "/dev/shm";
/** A whole run has not more than a tenth of it at one time; containers often have 64 MB there, which is too little. */
const ENOUGH_BYTES = 2 ** 31;

/**
 * Where tests put their temporary files: in memory where Linux has enough of it, else where the system has them. On a disk, each commit of each
 * test's own database would wait for that disk.
 */
function temporaryPlace() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** The path of a tool's executable in node_modules. */
export const bin = (name) => join(ROOT, "node_modules", ".bin", name);

/** Lines of each failure that are said again at the end of the run: the error, what was expected, the place. */
const LINES_OF_FAILURE = 16;
/** A line of a stack, not one of a log that quotes a stack. */
const FOREIGN_FRAME = /^\s*at .*node_modules\//;

/**
 * Runs one step. A step with `report` names the JSON report its runner writes and how to count it; a step without counts as one check.
 * @returns {Promise<{ passed: number, failed: number, skipped: number, failures: string[] }>} with what failed, as text
 */
async function runStep(step) {
  const started = Date.now();
  const folder = mkdtempSync(join(temporaryPlace(), "callpanel-check-"));
  chmodSync(folder, 0o711); // PostgreSQL has an account of its own, and its folder is below
  const temporary = join(folder, "tmp");
  mkdirSync(temporary, { mode: 0o711 });
  const reportFile = join(folder, "report.json");
  const { command, env } = step.report ? step.report.into(reportFile, step) : step;
  const result = await runCommand({ ...step, command, env: { TMPDIR: temporary, ...env } });
  let counts = { passed: result.code === 0 ? 1 : 0, failed: result.code === 0 ? 0 : 1, skipped: 0 };
  let failed = [];
  if (step.report && existsSync(reportFile)) {
    const report = JSON.parse(readFileSync(reportFile, "utf8"));
    counts = step.report.count(report);
    failed = step.report.failed(report);
    if (result.code !== 0 && counts.failed === 0) counts.failed = 1;
    if (result.code === 0 && counts.passed === 0) counts.failed = 1; // a runner that ran nothing has not passed
  }
  rmSync(folder, { recursive: true, force: true });
  const mark = counts.failed === 0 ? "ok" : "FAILED";
  process.stdout.write(
    `${mark.padEnd(7)}${step.name} (${counts.passed} passed, ${counts.failed} failed, ${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  );
  if (counts.failed > 0 && result.output) process.stdout.write(`${result.output}\n`);
  const failures = failed.map(({ name, message }) => {
    const own = withoutColours(message)
      .split("\n")
      .filter((line) => !FOREIGN_FRAME.test(line));
    const lines = own.slice(0, LINES_OF_FAILURE);
    return `${step.name}: ${name}\n${lines.map((line) => `    ${line}\n`).join("")}`;
  });
  return { ...counts, failures };
}

/** Runs every step, also after a failure; the steps of a group run in parallel, those of a list within it one after the other. */
export async function runSteps(groups) {
  const done = [];
  for (const group of groups) done.push(...(await Promise.all(group.map((one) => runInTurn([one].flat())))));
  return total(done);
}

async function runInTurn(steps) {
  const done = [];
  for (const step of steps) done.push(await runStep(step));
  return total(done);
}

/** What several steps or runs counted, as one. */
export function total(all) {
  const sum = (what) => all.reduce((count, one) => count + one[what], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures: all.flatMap(({ failures }) => failures),
  };
}

export const vitestReport = {
  into: (file, step) => ({
    command: [...step.command, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    env: step.env,
  }),
  count: (report) => ({
    passed: report.numPassedTests,
    failed:
      report.numFailedTests +
      report.testResults.filter((one) => one.status === "failed" && one.assertionResults.length === 0).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }),
  failed: ({ testResults }) =>
    testResults
      .filter(({ status }) => status === "failed")
      .flatMap(({ name: file, message, assertionResults }) => {
        const ofFile = relative(ROOT, file);
        const tests = assertionResults.filter(({ status }) => status === "failed");
        if (tests.length === 0) return [{ name: ofFile, message }];
        return tests.map(({ fullName, failureMessages }) => ({
          name: `${ofFile}: ${fullName}`,
          message: failureMessages.join("\n"),
        }));
      }),
};

export const playwrightReport = {
  into: (file, step) => ({
    command: [...step.command, "--reporter=list,json"],
    env: { ...step.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  }),
  count: ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }),
  failed: ({ suites, errors }) => [
    ...suites.flatMap(failedJourneys),
    ...errors.map(({ message = "" }) => ({ name: "before the journeys", message })),
  ],
};

const failedJourneys = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      name: `${file}:${line} ${title}`,
      message: tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message = "" }) => message)))
        .join("\n"),
    })),
  ...suites.flatMap(failedJourneys),
];

/** Says once more what failed, with its error, then prints the closing line and ends the process with it. */
export function close({ passed, failed, skipped, failures }) {
  for (const one of failures) process.stdout.write(`\nFAILED ${one}`);
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  process.exit(failed === 0 ? 0 : 1);
}

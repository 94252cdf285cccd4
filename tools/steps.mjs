/** Runs the steps of a check, each a command, and counts what passed and failed. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/**
 * Runs one step. A step with `report` names the JSON report its runner writes and how to count it; a step without counts as one check.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
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
  if (step.report && existsSync(reportFile)) {
    counts = step.report.count(JSON.parse(readFileSync(reportFile, "utf8")));
    if (result.code !== 0 && counts.failed === 0) counts.failed = 1;
    if (result.code === 0 && counts.passed === 0) counts.failed = 1; // a runner that ran nothing has not passed
  }
  rmSync(folder, { recursive: true, force: true });
  const mark = counts.failed === 0 ? "ok" : "FAILED";
  process.stdout.write(
    `${mark.padEnd(7)}${step.name} (${counts.passed} passed, ${counts.failed} failed, ${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  );
  if (counts.failed > 0 && result.output) process.stdout.write(`${result.output}\n`);
  return counts;
}

/** Runs every step, also after a failure; groups run in parallel. */
export async function runSteps(groups) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const group of groups) {
    for (const counts of await Promise.all(group.map(runStep))) {
      for (const key of Object.keys(total)) total[key] += counts[key];
    }
  }
  return total;
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
};

/** Prints the closing line and ends the process with it. */
export function close({ passed, failed, skipped }) {
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  process.exit(failed === 0 ? 0 : 1);
}

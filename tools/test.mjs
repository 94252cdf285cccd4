/**
 * npm test: all tests without a browser; format, lint, types (also as users of the packages see them), arrows and dead code run at the same time as the tests of sound; then the journeys in a real browser against the built product.
 * npm test -- voicemail: only the tests and journeys that a change in that area can break. npm test -- --list: the areas.
 */
import { listAreas, testsOfAreas } from "./areas.mjs";
import { buildStale } from "./build.mjs";
import { READING, TESTS } from "./check.mjs";
import { journeySteps } from "./journeys.mjs";
import { fail, installForTests, installPackages } from "./setup.mjs";
import { bin, close, runSteps, total, vitestReport } from "./steps.mjs";

/**
 * Projects whose options those packages meet that are used there: `contract` in Node, in a browser and in journeys. Each file by its own options has been checked while linting,
 * and what else a package meets (`pbx` in the server, `webphone` in the panel) is among these.
 */
const USERS = ["apps/server", "apps/panel", "e2e"];

/** The tests of real sound are a step of their own: they measure what they hear. */
const vitestStep = (name, projects, { files = [], workers } = {}) => ({
  name,
  command: [bin("vitest"), "run", ...projects.flatMap((project) => ["--project", project]), ...files],
  env: workers === undefined ? {} : { VITEST_MAX_WORKERS: String(workers) }, // --maxWorkers does not reach a project: each takes the number of the configuration
  report: vitestReport,
});

/** Works only while the rest of its group waits. */
const gently = (step) => ({
  ...step,
  command: [...(process.platform === "win32" ? [] : ["nice", "-n", "19"]), ...step.command],
});

/** What only reads the sources. */
const READERS = [...READING, { name: "types", command: [process.execPath, "tools/types.mjs", ...USERS] }].map(gently);

/** What the journeys open. */
const BUILD = gently({ name: "build", command: [process.execPath, "tools/build.mjs"] });

const WHOLE = [
  // Long tests wait for leases and other processes more than they work: three at a time take half of two cores, and the others work meanwhile. More than three would starve those that speak and listen.
  [TESTS, vitestStep("long", ["long", "stores"], { workers: 3 })],
  // Sound lasts as long as it lasts, and leaves half of two cores.
  [vitestStep("sound", ["sound"]), [...READERS, BUILD]],
];

/** The area that the command line names, by its tests; everything without a name. Ends the process where the name is not one. */
function chosen() {
  const [name] = process.argv.slice(2);
  if (name === undefined) return { steps: WHOLE };
  const areas = listAreas();
  if (areas.includes(name)) {
    const { tests, journeys } = testsOfAreas([name]);
    if (tests.length + journeys.length === 0) fail(`no test belongs to ${name} alone: run npm test`);
    return {
      steps:
        tests.length > 0
          ? [[vitestStep("tests", ["quick", "pages", "servers", "long", "stores", "sound"], { files: tests })]]
          : [],
      journeys,
    };
  }
  if (name !== "--list") process.stderr.write(`callpanel: there is no area ${name}. These are the areas:\n`);
  process.stdout.write(`${areas.join("\n")}\n`);
  process.exit(name === "--list" ? 0 : 2);
}

const { steps, journeys } = chosen();
const programs = installForTests(); // meanwhile npm's packages
installPackages();
const browsers = await programs;
const counts = [await runSteps(steps)];
if (journeys === undefined || journeys.length > 0) {
  await buildStale();
  counts.push(await runSteps(await journeySteps(browsers, journeys)));
}
close(total(counts));

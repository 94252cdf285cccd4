/** npm test: the quick checks, tests of real sound, then the journeys in a real browser against the built product. */
import { buildStale } from "./build.mjs";
import { CHECKS } from "./check.mjs";
import { installForTests, installPackages } from "./setup.mjs";
import { bin, close, playwrightReport, runSteps, vitestReport } from "./steps.mjs";

installPackages();
const chromium = installForTests();
const quick = await runSteps([
  ...CHECKS,
  [{ name: "sound", command: [bin("vitest"), "run", "--project", "sound"], report: vitestReport }],
]);
await buildStale();
const journeys = await runSteps([
  [
    {
      name: "journeys",
      command: [bin("playwright"), "test", "--config", "e2e/playwright.config.ts"],
      env: { CHROMIUM_PATH: chromium },
      report: playwrightReport,
      show: true,
    },
  ],
]);
close({
  passed: quick.passed + journeys.passed,
  failed: quick.failed + journeys.failed,
  skipped: quick.skipped + journeys.skipped,
});

/** npm test: the quick checks, types once more as each project sees them, long tests and those of real sound, then the journeys in a real browser against the built product. */
import { buildStale } from "./build.mjs";
import { CHECKS } from "./check.mjs";
import { installForTests, installPackages } from "./setup.mjs";
import { bin, close, playwrightReport, runSteps, vitestReport } from "./steps.mjs";

const PROJECTS = [
  "packages/contract",
  "packages/sip",
  "packages/media",
  "packages/pbx",
  "packages/phone-port",
  "packages/webphone",
  "packages/ui",
  "packages/testkit",
  "apps/server",
  "apps/panel",
  "e2e",
  "bench",
];

installPackages();
const { chromium, headlessShell } = installForTests();
const quick = await runSteps([
  ...CHECKS,
  [
    { name: "types", command: [process.execPath, "tools/types.mjs", ...PROJECTS] },
    { name: "long", command: [bin("vitest"), "run", "--project", "long", "--project", "stores"], report: vitestReport },
  ],
  [{ name: "sound", command: [bin("vitest"), "run", "--project", "sound"], report: vitestReport }],
]);
await buildStale();
const journeys = await runSteps([
  [
    {
      name: "journeys",
      command: [bin("playwright"), "test", "--config", "e2e/playwright.config.ts"],
      env: { CHROMIUM_PATH: chromium, ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }) },
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

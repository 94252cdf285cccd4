import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // Each journey has a server, browsers and microphones of its own, so any of them can run at the same time: only the processor is shared,
  // and what is measured are tones and levels, not delays. Two leave a fifth of two cores: they wait for rings, voices and networks.
  fullyParallel: true,
  workers: 3, // fewer on a slow machine: tools/journeys.mjs
  retries: 0,
  // What never comes is given up; how quick a thing is, no journey says by this: a machine may be several times slower than ours.
  timeout: 900_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  // A button that is covered fails its journey, and not the whole run.
  use: { actionTimeout: 120_000, navigationTimeout: 120_000 },
  forbidOnly: true,
});

import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  // Sound is measured: one journey at a time, so that no other one's load stands in the figures.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
});

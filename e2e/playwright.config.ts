import { defineConfig } from "@playwright/test";

/** Journeys that measure no sound: these may run beside the others. */
const SILENT =
  /(account|buddies|contact-import|contacts|live-office|looks|pages|pictures|pwa|routes|screen-pop|settings|signing-in)\.spec\.ts$/;

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  fullyParallel: false,
  // Sound is measured one journey at a time, so that no other one's sound is in its way; on the second core runs one without.
  workers: 2,
  projects: [
    { name: "sound", testIgnore: SILENT, workers: 1 },
    { name: "silent", testMatch: SILENT, workers: 1 },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
});

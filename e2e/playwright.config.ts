import { defineConfig } from "@playwright/test";

/** Journeys that measure no sound, or only sound in a file: these may run in parallel with the others. */
const BESIDE =
  /(account|announcements|buddies|call-history|contact-import|contacts|live-office|looks|pages|pictures|pwa|recording|routes|screen-pop|settings|signing-in|voicemail)\.spec\.ts$/;

export default defineConfig({
  testDir: "journeys",
  outputDir: "../test-results",
  fullyParallel: false,
  // Sound is measured one journey at a time, so that no other one's sound is in its way; on the second core runs one of the others.
  workers: 2,
  projects: [
    { name: "sound", testIgnore: BESIDE, workers: 1 },
    { name: "beside", testMatch: BESIDE, workers: 1 },
  ],
  retries: 0,
  // What never comes is given up; how quick a thing is, no journey says by this: a machine may be several times slower than ours.
  timeout: 300_000,
  expect: { timeout: 45_000, toPass: { timeout: 45_000 } },
  forbidOnly: true,
});

import { defineConfig } from "vitest/config";

/** Sound that is made and measured, much of it as long as it lasts: for `npm test`, not for the quick check. */
const SOUND = "packages/**/*.sound.test.ts";

export default defineConfig({
  test: {
    environment: "node",
    // One process runs many files, so that what they import is loaded once: half the time. Modules keep no state (style).
    isolate: false,
    maxWorkers: 2,
    // What never ends is ended; how quick a thing is, no test says by this. A machine may be ten times busier than ours.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["packages/**/*.test.{ts,tsx}", "apps/**/*.test.{ts,tsx}", "tools/**/*.test.ts"],
          exclude: [SOUND],
        },
      },
      { extends: true, test: { name: "sound", include: [SOUND] } },
    ],
  },
});

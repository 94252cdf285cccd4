import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.{ts,tsx}", "apps/**/*.test.{ts,tsx}", "tools/**/*.test.ts"],
    environment: "node",
    // One process runs many files, so that what they import is loaded once: half the time. Modules keep no state (style).
    isolate: false,
    // Tests of sound wait for sound: two at a time fill two cores.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});

import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { seededRandom } from "./packages/testkit/src/seeded-random.ts";
import { wholeTests } from "./tools/whole.mjs";

/** Sound that is made and measured, much of it as long as it lasts: for `npm test`, not for the quick check. */
const SOUND = "{packages,apps}/**/*.sound.test.ts";

/** The built server as a process, programs of the machine, random walks through thousands of calls: for `npm test` too. */
const LONG = "{packages,apps}/**/*.long.test.ts";

/** Suites that `onEachDatabase` or `onEachBus` runs: the quick check has them on SQLite and in memory, `npm test` on PostgreSQL and RabbitMQ. */
const STORES = readdirSync("apps/server/src", { recursive: true, encoding: "utf8" })
  .map((path) => `apps/server/src/${path}`)
  .filter((path) => path.endsWith(".test.ts") && /onEach(Database|Bus)\(/.test(readFileSync(path, "utf8")));

const { pages, servers } = wholeTests();

/** Files of a project stand together, pages first: a process serves one project alone, and gives way to a new one, with everything to load, where the next file is of another. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = FILE_ORDER === undefined ? await super.sort(files) : shuffled(files, Number(FILE_ORDER));
    return PROJECTS.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}
/** `FILE_ORDER=7 npx vitest run …` runs files in another order, the same for the same number: a test fails then that needs what another file left in its process, or needs it gone. */
const { FILE_ORDER } = process.env;

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Where tests read something before it is there (tools/slow-io.mjs). */
const SLOW_IO = process.env["SLOW_IO"] === undefined ? [] : ["tools/slow-io.mjs"];

const PROJECTS = ["pages", "servers", "quick", "long", "stores", "sound"];

export default defineConfig({
  test: {
    environment: "node",
    setupFiles: SLOW_IO,
    // One process runs many files, so that what they import is loaded once: half the time. Modules keep no state (style).
    isolate: false,
    maxWorkers: 2,
    // What the transformer made of a file is kept below node_modules by the file's content: a seventh of the time from the second run on.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: ByProject },
    // Vitest's own poll looks every 50 ms, for which a worker that does nothing else waits, and gives up after one second, which a busy machine needs now and then.
    expect: { poll: { interval: 5, timeout: 30_000 } },
    // What never ends is ended; how quick a thing is, no test says by this. A machine may be ten times busier than ours.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["packages/**/*.test.{ts,tsx}", "apps/**/*.test.{ts,tsx}", "tools/**/*.test.ts"],
          exclude: [SOUND, LONG, ...pages, ...servers],
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          environment: "jsdom",
          include: pages,
          setupFiles: [...SLOW_IO, "apps/panel/test/setup.ts"],
        },
      },
      { extends: true, test: { name: "servers", include: servers, exclude: [SOUND, LONG] } },
      {
        extends: true,
        test: { name: "long", include: [LONG], globalSetup: "tools/postgres-for-tests.mjs", testTimeout: 600_000 },
      },
      {
        extends: true,
        test: {
          name: "stores",
          include: STORES,
          globalSetup: ["tools/postgres-for-tests.mjs", "tools/rabbitmq-for-tests.mjs"],
          env: { TEST_POSTGRES_ONLY: "1" },
          testTimeout: 600_000,
        },
      },
      { extends: true, test: { name: "sound", include: [SOUND] } },
    ],
  },
});

/**
 * npm run check: format, lint, types, arrows, dead code, every test that needs no whole page, no whole server, no browser, no process of its own and not the time that
 * sound lasts; of pages and servers those that what differs from main can break.
 */
import { pathToFileURL } from "node:url";
import { installPackages } from "./setup.mjs";
import { bin, close, runSteps, vitestReport } from "./steps.mjs";
import { changedFiles, wholeTests, wholeTestsOf } from "./whole.mjs";

/** Types are checked while linting, which has them anyway: each file once, by the compiler options of its own package. `npm test` also checks it with the options of the packages that use it. */
export const READING = [
  { name: "format", command: [bin("oxfmt"), "--check"] },
  { name: "rules named in tests", command: [process.execPath, "tools/rules.mjs"] },
  { name: "licences named", command: [process.execPath, "tools/notice.mjs"] },
  { name: "lint and types", command: [bin("oxlint"), "--type-aware", "--type-check", "--deny-warnings"] },
  { name: "arrows", command: [process.execPath, "tools/arrows.mjs"] },
  { name: "dead code", command: [bin("knip"), "--no-progress"] },
];

const vitest = (name, words) => ({ name, command: [bin("vitest"), "run", ...words], report: vitestReport });

/** Tests that work all the time and measure no time. */
export const TESTS = vitest("tests", ["--project", "quick", "--project", "pages", "--project", "servers"]);

/** In parallel, so that both cores work; of pages and servers those that these files can break. */
function checksOf(changed) {
  const { pages, servers } = wholeTestsOf(changed);
  const { pages: allPages, servers: allServers } = wholeTests();
  const chosen = [...pages, ...servers];
  process.stdout.write(
    `callpanel: ${pages.length} of ${allPages.length} files with pages and ${servers.length} of ${allServers.length} with servers can break by what differs from main; npm test runs all\n`,
  );
  const whole =
    chosen.length === 0
      ? []
      : [vitest("tests of pages and servers", ["--project", "pages", "--project", "servers", ...chosen])];
  return [[...READING, vitest("tests", ["--project", "quick"])], [...whole]];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  installPackages();
  const changed = changedFiles();
  close(await runSteps(changed === undefined ? [[...READING, TESTS]] : checksOf(changed)));
}

/** npm run check: format, lint, types, arrows, dead code and every test that needs no browser, no process of its own and not the time that sound lasts. */
import { pathToFileURL } from "node:url";
import { installPackages } from "./setup.mjs";
import { bin, close, runSteps, vitestReport } from "./steps.mjs";

/**
 * Groups one after the other; inside a group side by side, so that no core is idle: none of these measures time. Types are checked while linting, which has them
 * at hand: each file once, by the compiler options of its own package. How it looks from those who use it, `npm test` asks too.
 */
export const CHECKS = [
  [
    { name: "format", command: [bin("oxfmt"), "--check"] },
    { name: "rules named in tests", command: [process.execPath, "tools/rules.mjs"] },
    { name: "licences named", command: [process.execPath, "tools/notice.mjs"] },
    { name: "lint and types", command: [bin("oxlint"), "--type-aware", "--type-check", "--deny-warnings"] },
    { name: "arrows", command: [process.execPath, "tools/arrows.mjs"] },
    { name: "dead code", command: [bin("knip"), "--no-progress"] },
    { name: "tests", command: [bin("vitest"), "run", "--project", "quick"], report: vitestReport },
  ],
];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  installPackages();
  close(await runSteps(CHECKS));
}

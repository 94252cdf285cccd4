/** npm run check: format, lint, types, arrows, dead code and every test that needs neither a browser nor the time that sound lasts. */
import { pathToFileURL } from "node:url";
import { installPackages } from "./setup.mjs";
import { bin, close, runSteps, vitestReport } from "./steps.mjs";

const PROJECTS = [
  "packages/contract",
  "packages/sip",
  "packages/pbx",
  "packages/webphone",
  "packages/ui",
  "packages/testkit",
  "apps/server",
  "apps/panel",
  "e2e",
  "bench",
];

/** Groups one after the other; inside a group side by side, so that the type checker's one thread leaves no core idle. */
export const CHECKS = [
  [
    { name: "types", command: [process.execPath, "tools/types.mjs", ...PROJECTS] },
    { name: "format", command: [bin("oxfmt"), "--check"] },
    { name: "rules named in tests", command: [process.execPath, "tools/rules.mjs"] },
    { name: "lint", command: [bin("oxlint"), "--type-aware", "--deny-warnings"] },
    { name: "arrows", command: [process.execPath, "tools/arrows.mjs"] },
    { name: "dead code", command: [bin("knip"), "--no-progress"] },
  ],
  [{ name: "tests", command: [bin("vitest"), "run", "--project", "quick"], report: vitestReport }],
];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  installPackages();
  close(await runSteps(CHECKS));
}

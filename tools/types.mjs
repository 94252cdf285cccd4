/** Type-checks each project named; all of them even when one fails. */
import { spawnSync } from "node:child_process";
import { bin } from "./steps.mjs";

let failed = 0;
for (const project of process.argv.slice(2)) {
  const result = spawnSync(bin("tsc"), ["-p", project], { stdio: "inherit", shell: process.platform === "win32" });
  if (result.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

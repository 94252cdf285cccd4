/** Type-checks each project named; all of them even when one fails. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

/** TypeScript 7's checker is native, five times as fast; 6 stays for the tools that use the compiler's interface. */
const TSC = join(ROOT, "node_modules", "typescript-7", "bin", "tsc");

let failed = 0;
for (const project of process.argv.slice(2)) {
  const result = spawnSync(process.execPath, [TSC, "-p", project], { cwd: ROOT, stdio: "inherit" });
  if (result.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

/** npm run bench [-- --json] [name …]: every benchmark in the folders of bench/, one process each; one line a figure. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { buildStale } from "./build.mjs";
import { installAsterisk, installChromium, installPackages, installRival, ROOT } from "./setup.mjs";

const LIMIT_MS = 1_800_000; // a benchmark that hangs does not stop the others

installPackages();
const names = process.argv.slice(2).filter((one) => !one.startsWith("--"));
const json = process.argv.includes("--json");
const chromium = await installChromium();
await buildStale();
const isWanted = (file) => names.length === 0 || names.some((name) => basename(file).startsWith(name));
const files = readdirSync(join(ROOT, "bench"), { recursive: true })
  .filter((file) => file.endsWith(".bench.ts") && isWanted(file))
  .sort((one, other) => one.localeCompare(other));
if (files.includes("video/video-janus.bench.ts")) await installRival();
if (files.includes("phone/phone-system.bench.ts")) await installAsterisk();
let failed = 0;
for (const file of files) {
  const result = spawnSync(process.execPath, [join(ROOT, "bench/run.mjs"), file, ...(json ? ["--json"] : [])], {
    cwd: ROOT,
    stdio: "inherit",
    timeout: LIMIT_MS,
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
  if (result.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

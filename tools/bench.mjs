/** npm run bench [-- --json] [name …]: every benchmark in the folders of bench/, one process each; one line a figure. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ASTERISK_ROOT } from "./asterisk.mjs";
import { buildStale } from "./build.mjs";
import { installAsterisk, installChromium, installPackages, installRival, ROOT } from "./setup.mjs";

const LIMIT_MS = 1_800_000; // a benchmark that hangs does not stop the others

const names = process.argv.slice(2).filter((one) => one !== "--json");
const json = process.argv.includes("--json");
const fits = (file, name) => basename(file).startsWith(name);
const all = readdirSync(join(ROOT, "bench"), { recursive: true })
  .filter((file) => file.endsWith(".bench.ts"))
  .sort((one, other) => one.localeCompare(other));
const unknown = names.find((name) => !all.some((file) => fits(file, name)));
if (unknown !== undefined) {
  const known = all.map((file) => basename(file, ".bench.ts"));
  process.stderr.write(`callpanel: there is no benchmark ${unknown}. These are the benchmarks:\n${known.join("\n")}\n`);
  process.exit(2);
}
const files = names.length === 0 ? all : all.filter((file) => names.some((name) => fits(file, name)));
installPackages();
const chromium = await installChromium();
await buildStale();
if (files.includes("video/video-janus.bench.ts")) await installRival();
if (files.includes("phone/phone-system.bench.ts")) await installAsterisk();
let failed = 0;
for (const file of files) {
  const result = spawnSync(process.execPath, [join(ROOT, "bench/run.mjs"), file, ...(json ? ["--json"] : [])], {
    cwd: ROOT,
    stdio: "inherit",
    timeout: LIMIT_MS,
    env: { ...process.env, CHROMIUM_PATH: chromium, ASTERISK_ROOT },
  });
  if (result.status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

/** Installs and builds what is missing, in a process of its own so that the build tools leave no memory behind, then runs an entry of the server. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installPackages, ROOT } from "./setup.mjs";

export async function runBuilt(entry) {
  installPackages();
  const built = spawnSync(process.execPath, [join(ROOT, "tools/build.mjs")], { stdio: ["ignore", 2, 2] });
  if (built.status !== 0) process.exit(1);
  process.env["NODE_ENV"] ??= "production";
  await import(pathToFileURL(join(ROOT, "apps/server/dist", entry)).href);
}

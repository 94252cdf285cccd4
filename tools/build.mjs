/** Builds what is stale: the panel (Vite), the server, its command line and its media worker (esbuild). */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compressFolder } from "./compress.mjs";
import { installPackages, ROOT } from "./setup.mjs";

const SOURCES = {
  panel: ["apps/panel", "packages/contract", "packages/meeting", "packages/ui", "packages/webphone"],
  server: ["apps/server", "packages/contract", "packages/media", "packages/pbx", "packages/phone-port", "packages/sip"],
};

/** A digest of every source file's path and content below the folders, of the lock file and of this script. */
function fingerprint(folders) {
  const digest = createHash("sha256");
  const add = (path) => {
    const entry = statSync(path);
    if (entry.isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== "node_modules" && name !== "dist" && !name.startsWith(".")) add(join(path, name));
      }
    } else if (!/\.test\.tsx?$/.test(path)) {
      digest.update(relative(ROOT, path)).update(readFileSync(path));
    }
  };
  for (const folder of folders) add(join(ROOT, folder));
  add(join(ROOT, "package-lock.json"));
  for (const name of ["build.mjs", "compile-code.mjs", "compress.mjs", "server-bundle.mjs"])
    add(fileURLToPath(new URL(name, import.meta.url)));
  return digest.digest("hex");
}

async function buildPanel() {
  const { build } = await import("vite");
  const root = join(ROOT, "apps/panel");
  await build({ root, logLevel: "warn" });
  await build({ root, logLevel: "warn", configFile: join(root, "vite.legacy.config.ts") });
  await build({ root, logLevel: "warn", configFile: join(root, "vite.guest.config.ts") });
  await compressFolder(join(ROOT, "apps/panel/dist"));
}

async function buildServer() {
  const { bundleServer, completeServer } = await import("./server-bundle.mjs");
  const dist = join(ROOT, "apps/server/dist");
  mkdirSync(dist, { recursive: true });
  for (const { path, contents } of await bundleServer({ outdir: dist })) writeFileSync(path, contents);
  await completeServer(dist);
}

const BUILDERS = { panel: buildPanel, server: buildServer };

export async function buildStale() {
  process.env["NODE_ENV"] ??= "production";
  for (const [name, builder] of Object.entries(BUILDERS)) {
    const folder = join(ROOT, "apps", name, "dist");
    const stamp = join(folder, ".built-from");
    const wanted = fingerprint(SOURCES[name]);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) continue;
    process.stdout.write(`callpanel: building ${name}…\n`);
    await builder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(stamp, wanted);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  installPackages();
  await buildStale();
}

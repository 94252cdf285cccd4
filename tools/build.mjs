/** Builds what is stale: the panel (Vite), the server, its command line and its media worker (esbuild). */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
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
  for (const name of ["build.mjs", "compress.mjs"]) add(fileURLToPath(new URL(name, import.meta.url)));
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
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: ROOT,
    entryPoints: {
      main: "apps/server/src/app/main.ts",
      cli: "apps/server/src/app/cli.ts",
      "conversion.worker": "apps/server/src/adapters/sounds/conversion/conversion.worker.ts",
      "media.worker": "packages/media/src/media.worker.ts",
      "text-analysis.worker": "apps/server/src/adapters/speech/text-analysis.worker.ts",
      "media.clips": "packages/media/src/media.clips.ts",
    },
    outdir: "apps/server/dist",
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: true,
    legalComments: "none",
    logLevel: "warning",
    banner: { js: NAMES_OF_COMMONJS },
    plugins: [installedPackages],
  });
  const dist = join(ROOT, "apps/server/dist");
  await promisify(execFile)(process.execPath, [join(dist, "media.clips.js"), join(dist, "media.clips")]);
  cpSync(join(ROOT, "packages/pbx/prompts"), join(dist, "prompts"), { recursive: true });
  cpSync(join(ROOT, "apps/server/demo"), join(dist, "demo"), { recursive: true });
}

/**
 * These stay where they are installed: what has a binary, a WebAssembly or a model next to its code, what finds its own files by their place, and what each of
 * them is not sure to have. All others are in the bundle, so that Node looks for 500 files less at each start (ADR 2).
 */
const INSTALLED =
  /^(?:@node-rs\/argon2|bufferutil|libsql|mpg123-decoder|opusscript|pg-native|pino|sharp|utf-8-validate|wasm-media-encoders|wink-eng-lite-web-model|wink-nlp)(?:\/|$)/;

const installedPackages = {
  name: "installed-packages",
  setup(build) {
    build.onResolve({ filter: INSTALLED }, ({ path }) => ({ path, external: true }));
  },
};

/** CommonJS code in the bundle asks for modules of Node by these names. */
const NAMES_OF_COMMONJS = `import { createRequire as createRequireOf } from "node:module";
const require = createRequireOf(import.meta.url);`;

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

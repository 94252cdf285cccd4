/** The server as one bundle: the product's (tools/build.mjs) and that of the tests that run it as a process (apps/server/test/server-process.ts). */
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { ROOT } from "./setup.mjs";

/** From the root. */
const ENTRY_POINTS = {
  main: "apps/server/src/app/run-compiled.ts",
  cli: "apps/server/src/app/cli.ts",
  "conversion.worker": "apps/server/src/adapters/sounds/conversion/conversion.worker.ts",
  "media.worker": "packages/media/src/media.worker.ts",
  "text-analysis.worker": "apps/server/src/adapters/speech/text-analysis.worker.ts",
  "media.clips": "packages/media/src/media.clips.ts",
};

/** What `run-compiled.ts` runs: a script, because Node keeps no compiled code of modules. */
const CODE = { "main.code": "apps/server/src/app/main.ts" };

/** As the service starts the server (RUN-7); V8 takes compiled code only with the options that it was compiled with. */
export const SERVER_OPTIONS = ["--min-semi-space-size=16"];

/**
 * Bundles entry points, by default the server's. Nothing is written: each output has its path (in `outdir`), `contents` and `hash`.
 */
export async function bundleServer({ outdir, entryPoints }) {
  const bundle = async (options) => {
    const { outputFiles } = await build({
      absWorkingDir: ROOT,
      outdir,
      write: false,
      bundle: true,
      platform: "node",
      target: "node20.19",
      sourcemap: true,
      legalComments: "none",
      logLevel: "warning",
      plugins: [installedPackages],
      ...options,
    });
    return outputFiles;
  };
  const modules = await bundle({
    entryPoints: entryPoints ?? ENTRY_POINTS,
    format: "esm",
    banner: { js: NAMES_OF_COMMONJS },
  });
  if (entryPoints !== undefined) return modules;
  const code = await bundle({
    entryPoints: CODE,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    // Compiled code that is read back cannot import: `require` loads later what code needs later.
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "urlOfCode" },
    banner: { js: "(function (require, module, urlOfCode) {" },
    footer: { js: "})" },
  });
  return [...modules, ...code];
}

/** Puts next to the bundle in `folder` what the server reads there: compiled code, prompts, tones and music, the demo company. */
export async function completeServer(folder) {
  await Promise.all([
    compileCode(folder),
    run(process.execPath, [join(folder, "media.clips.js"), join(folder, "media.clips")]),
  ]);
  cpSync(join(ROOT, "packages/pbx/prompts"), join(folder, "prompts"), { recursive: true });
  cpSync(join(ROOT, "apps/server/demo"), join(folder, "demo"), { recursive: true });
}

const run = promisify(execFile);

const BAD_SETTINGS = 2;

async function compileCode(folder) {
  const args = [...SERVER_OPTIONS, join(ROOT, "tools/compile-code.mjs"), folder];
  const { code } = await run(process.execPath, args, { env: { ...process.env, PORT: "none" } }).catch((error) => error);
  if (code !== BAD_SETTINGS) throw new Error(`the server's code could not be compiled: it ended with ${code}`);
}

/**
 * These stay where they are installed: what has a binary, a WebAssembly or a model next to its code, what finds its own files by their place, and what each of
 * them is not sure to have. All others are in the bundle, so that Node looks for 500 files less at each start (ADR 2).
 */
const INSTALLED =
  /^(?:@node-rs\/argon2|bufferutil|libsql|mpg123-decoder|opusscript|pg-native|pino|sharp|utf-8-validate|wasm-media-encoders|wink-eng-lite-web-model|wink-nlp)(?:\/|$)/;

const installedPackages = {
  name: "installed-packages",
  setup(bundler) {
    bundler.onResolve({ filter: INSTALLED }, ({ path }) => ({ path, external: true }));
  },
};

/** CommonJS code in the bundle asks for modules of Node by these names. */
const NAMES_OF_COMMONJS = `import { createRequire as createRequireOf } from "node:module";
const require = createRequireOf(import.meta.url);`;

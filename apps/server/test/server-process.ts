import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SERVER = fileURLToPath(new URL("..", import.meta.url));

/** Folder of the phone system's spoken prompts. */
export const PROMPTS_FOLDER = fileURLToPath(new URL("../../../packages/pbx/prompts", import.meta.url));

type EntryPoints = Readonly<Record<string, string>>;

const ENTRY_POINTS: EntryPoints = {
  main: "src/app/main.ts",
  cli: "src/app/cli.ts",
  "text-analysis.worker": "src/adapters/speech/text-analysis.worker.ts",
  "media.worker": "../../packages/media/src/media.worker.ts",
};

/** Next to the packages that stay outside the bundles. */
const BUNDLES = fileURLToPath(new URL("../../../node_modules/.cache/callpanel/", import.meta.url));

const KEPT_MS = 24 * 3_600_000;

/** What was bundled by this process. */
const built = new Map<string, Promise<string>>();

/**
 * Bundles entry points like tools/build.mjs, so that tests can kill the process. The same sources give the same folder,
 * which is kept: it is shared, so no test writes into it.
 */
export const buildServer = (entryPoints: EntryPoints = ENTRY_POINTS): Promise<string> =>
  once(JSON.stringify(entryPoints), () => bundle(entryPoints));

/** With everything that can be heard by telephone: prompts, tones and music, and sounds in other formats. */
export const buildSpeakingServer = (): Promise<string> =>
  once("speaking", () =>
    bundle(
      {
        ...ENTRY_POINTS,
        "conversion.worker": "src/adapters/sounds/conversion/conversion.worker.ts",
        "media.clips": "../../packages/media/src/media.clips.ts",
      },
      (folder) => {
        symlinkSync(PROMPTS_FOLDER, `${folder}/prompts`);
        execFileSync(process.execPath, [`${folder}/media.clips.js`, `${folder}/media.clips`]);
      },
    ),
  );

function once(what: string, make: () => Promise<string>): Promise<string> {
  const folder = built.get(what) ?? make();
  built.set(what, folder);
  return folder;
}

async function bundle(entryPoints: EntryPoints, complete: (folder: string) => void = () => {}): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: SERVER,
    entryPoints: { ...entryPoints },
    outdir: SERVER,
    write: false,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    logLevel: "silent",
    plugins: [
      {
        name: "external-packages",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("@callpanel/") ? undefined : { path, external: true },
          ),
      },
    ],
  });
  const content = createHash("sha256").update(SERVER);
  for (const { path, hash } of outputFiles) content.update(`${path} ${hash} `);
  const folder = `${BUNDLES}server-${content.digest("hex").slice(0, 20)}`;
  if (existsSync(folder)) return folder;
  removeOld();
  const draft = `${folder}.${randomUUID()}`;
  mkdirSync(draft);
  for (const { path, contents } of outputFiles) writeFileSync(join(draft, basename(path)), contents);
  symlinkSync(`${SERVER}demo`, `${draft}/demo`);
  complete(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error; // another worker was faster
  }
  return folder;
}

/** Each change of a source makes new bundles; those of earlier days are used by no test that still runs. */
function removeOld(): void {
  mkdirSync(BUNDLES, { recursive: true });
  for (const name of readdirSync(BUNDLES)) {
    const path = join(BUNDLES, name);
    if (name.startsWith("server-") && statSync(path).mtimeMs < Date.now() - KEPT_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

export interface ServerProcess {
  readonly child: ChildProcess;
  /** All output so far. */
  readonly out: () => string;
  readonly error: () => string;
  readonly exited: Promise<number | string>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Runs an entry point with only the given environment, and by default without a STUN server, because many run in
 * parallel. `within`: a command that ends by running what follows it.
 */
export function runProcess(
  path: string,
  env: Environment,
  args: readonly string[] = [],
  within: readonly string[] = [],
): ServerProcess {
  const [command = process.execPath, ...rest] = [...within, process.execPath, path, ...args];
  const child = spawn(command, rest, { env: { PATH: process.env["PATH"] ?? "", STUN_PORT: "0", ...env } });
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
  const exited = new Promise<number | string>((resolve) =>
    child.on("close", (code, signal) => resolve(code ?? signal ?? "")),
  );
  return { child, out: () => out, error: () => error, exited };
}

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SERVER = fileURLToPath(new URL("..", import.meta.url));

/** Folder of the phone system's spoken prompts. */
export const PROMPTS_FOLDER = fileURLToPath(new URL("../../../packages/pbx/prompts", import.meta.url));

const ENTRY_POINTS = {
  main: "src/app/main.ts",
  cli: "src/app/cli.ts",
  "text-analysis.worker": "src/adapters/speech/text-analysis.worker.ts",
  "media.worker": "../../packages/media/src/media.worker.ts",
};

/** Bundles entry points like tools/build.mjs, into a temporary folder, so that tests can kill the process. */
export async function buildServer(entryPoints: Readonly<Record<string, string>> = ENTRY_POINTS): Promise<string> {
  const outdir = `${SERVER}dist/test-${randomUUID()}`;
  await build({
    absWorkingDir: SERVER,
    entryPoints: { ...entryPoints },
    outdir,
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
  cpSync(`${SERVER}demo`, `${outdir}/demo`, { recursive: true });
  return outdir;
}

/** With everything that can be heard by telephone: prompts, tones and music, and sounds in other formats. */
export async function buildSpeakingServer(): Promise<string> {
  const outdir = await buildServer({
    ...ENTRY_POINTS,
    "conversion.worker": "src/adapters/sounds/conversion/conversion.worker.ts",
    "media.clips": "../../packages/media/src/media.clips.ts",
  });
  symlinkSync(PROMPTS_FOLDER, `${outdir}/prompts`);
  execFileSync(process.execPath, [`${outdir}/media.clips.js`, `${outdir}/media.clips`]);
  return outdir;
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

import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleServer, completeServer, SERVER_OPTIONS } from "../../../tools/server-bundle.mjs";

const SERVER = fileURLToPath(new URL("..", import.meta.url));

/** Folder of the phone system's spoken prompts. */
export const PROMPTS_FOLDER = fileURLToPath(new URL("../../../packages/pbx/prompts", import.meta.url));

type EntryPoints = Readonly<Record<string, string>>;

/** Next to the packages that stay outside the bundles. */
const BUNDLES = fileURLToPath(new URL("../../../node_modules/.cache/callpanel/", import.meta.url));

const KEPT_MS = 24 * 3_600_000;

/** What was bundled by this process. */
const built = new Map<string, Promise<string>>();

/**
 * The server as tools/build.mjs bundles it, with all it reads, so that tests can kill the process. The same sources give the same folder, which is kept:
 * it is shared, so no test writes into it.
 */
export const buildServer = (): Promise<string> => once("server", () => bundle(undefined, completeServer));

/** Other entry points (paths from the root) with the settings of the server's. */
export const buildEntries = (entryPoints: EntryPoints): Promise<string> =>
  once(JSON.stringify(entryPoints), () => bundle(entryPoints, () => Promise.resolve()));

function once(what: string, make: () => Promise<string>): Promise<string> {
  const folder = built.get(what) ?? make();
  built.set(what, folder);
  return folder;
}

async function bundle(
  entryPoints: EntryPoints | undefined,
  complete: (folder: string) => Promise<void>,
): Promise<string> {
  const outputs = await bundleServer({ outdir: SERVER, ...(entryPoints && { entryPoints }) });
  const content = createHash("sha256").update(SERVER);
  for (const { path, hash } of outputs) content.update(`${path} ${hash} `);
  const folder = `${BUNDLES}server-${content.digest("hex").slice(0, 20)}`;
  if (existsSync(folder)) return folder;
  removeOld();
  const draft = `${folder}.${randomUUID()}`;
  mkdirSync(draft);
  for (const { path, contents } of outputs) writeFileSync(join(draft, basename(path)), contents);
  await complete(draft);
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
 * Runs an entry point, the server with the options of the service (RUN-7), with only the given environment, and by default without a STUN server, because many run in
 * parallel. `within`: a command that ends by running what follows it.
 */
export function runProcess(
  path: string,
  env: Environment,
  args: readonly string[] = [],
  within: readonly string[] = [],
): ServerProcess {
  const options = basename(path) === "main.js" ? SERVER_OPTIONS : [];
  const [command = process.execPath, ...rest] = [...within, process.execPath, ...options, path, ...args];
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

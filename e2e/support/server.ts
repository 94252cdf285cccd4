/** A real server on a port of the system's choice, with a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SmallDisk } from "@callpanel/testkit/small-disk";

const ENTRY = fileURLToPath(new URL("../../apps/server/dist/main.js", import.meta.url));
const COMMAND_LINE = fileURLToPath(new URL("../../apps/server/dist/cli.js", import.meta.url));
/** As the service starts it (RUN-7). */
export const NODE_OPTIONS = optionsOf(new URL("../../deploy/systemd/callpanel.service", import.meta.url));
const READY_WITHIN_MS = 180_000;

export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  readonly output: () => string;
  readonly pid: number;
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

export interface ServerFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** A data folder: a copy of DEMO_FOLDER where that is set (global-setup.ts), otherwise empty. */
export async function createServerFolder(): Promise<ServerFolder> {
  const path = await mkdtemp(join(tmpdir(), "callpanel-e2e-"));
  const demo = process.env["DEMO_FOLDER"];
  if (demo !== undefined) await cp(demo, path, { recursive: true });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Starts the built server, on `disk` where there is one; `port` 0 lets the system choose. Resolves when it has printed its address. */
export async function startServer(
  folder: ServerFolder,
  options: { port?: number; env?: Record<string, string>; disk?: SmallDisk | undefined } = {},
): Promise<RunningServer> {
  const [program, ...words] = [...(options.disk?.within ?? []), process.execPath, ...NODE_OPTIONS, ENTRY];
  const child = spawn(program, words, {
    env: {
      STUN_PORT: "0", // many servers run at once on one machine
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(options.port ?? 0),
      DATA_DIR: folder.path,
      DEMO: "1",
      LOG_LEVEL: "warn",
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A session of its own, as each browser has. Linux divides the processors among sessions (sched(7), autogroup): in the session of the tests, all servers together would get what one
    // browser gets, and miss the times in which they must answer.
    detached: true,
  });
  // The end of this process no longer ends it.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const address = await firstAddress(child, () => output);
  return {
    address,
    output: () => output,
    pid: child.pid ?? 0,
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}

/** How often, at 100 ms, a port is asked for that another connection of the machine has. */
const PORT_TRIES = 300;

/** Starts it at the port that an earlier one had. The system may meanwhile have lent that to an outgoing connection, for a short while. */
export async function startAgain(
  folder: ServerFolder,
  options: { port: number; env: Record<string, string>; disk: SmallDisk | undefined },
): Promise<RunningServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startServer(folder, options);
    } catch (error) {
      if (tries === PORT_TRIES || !String(error).includes("PORT is in use")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** How many phones are registered. */
export async function registrations(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^callpanel_phone\{what="registrations"\} (\d+)/m.exec(metrics)?.[1]);
}

/** Runs the command line on a server's data. */
export async function runCommand(folder: ServerFolder, words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [COMMAND_LINE, ...words], {
    env: { ...process.env, DATA_DIR: folder.path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`callpanel ${words.join(" ")}:\n${output}`);
}

function optionsOf(unit: URL): readonly string[] {
  const started = /^ExecStart=\S+ (.*) \S+main\.js$/m.exec(readFileSync(unit, "utf8"))?.[1];
  if (started === undefined) throw new Error("no ExecStart with options");
  return started.split(" ");
}

async function firstAddress(child: ChildProcess, output: () => string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => settle(() => reject(new Error(`the server did not start:\n${output()}`))),
      READY_WITHIN_MS,
    );
    const look = () => {
      const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output());
      if (found) settle(() => resolve(found[0].replace("localhost", "127.0.0.1")));
    };
    const gone = () => settle(() => reject(new Error(`the server ended:\n${output()}`)));
    const settle = (act: () => void) => {
      clearTimeout(limit);
      child.stdout?.off("data", look);
      child.off("exit", gone);
      act();
    };
    child.stdout?.on("data", look);
    child.on("exit", gone);
  });
}

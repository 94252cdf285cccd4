import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { withDeadline } from "../../kernel/concurrency/deadline.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** Put before a command line, so that the program sees little of the machine; it runs in the current folder. */
export type Confinement = readonly string[];

export interface ProgramRun {
  /** Passed without a shell. */
  readonly args: readonly string[];
  /** Text for its standard input. */
  readonly input?: string;
  /** Working folder, and the only folder that a confined program sees; by default an empty one. */
  readonly folder?: string;
  /** The program must not start others: its PATH is empty. */
  readonly alone?: boolean;
  /** Counted from its start; then the program and its children are killed. */
  readonly timeoutMs: number;
  /** Its output file and the file's size limit; above it, the program is killed. */
  readonly writes?: { readonly path: string; readonly mostBytes: number };
  /** A short run on which the server's start waits: without the lowest priority. */
  readonly atOnce?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The program failed. */
export class ProgramFailure extends Error {
  override readonly name = "ProgramFailure";
  /** Exit code; undefined: it was not started, was killed, or took too long. */
  readonly exitCode: number | undefined;
  /** It printed or wrote more than its limit. */
  readonly wasTooMuch: boolean;

  constructor(
    message: string,
    options: ErrorOptions & { readonly exitCode?: number; readonly wasTooMuch?: boolean } = {},
  ) {
    super(message, options);
    this.exitCode = options.exitCode;
    this.wasTooMuch = options.wasTooMuch ?? false;
  }
}

/** The lowest priority, also for child processes: calls come first. */
const LOWEST = "19";
/** Exit codes of `nice` when the program does not exist or may not be run (POSIX). */
const NOT_STARTED = new Set([126, 127]);
/** A PATH without any program. */
const NO_PROGRAMS = "/nonexistent";
const MOST_OUTPUT = 4_000_000; // bytes
/** Limit of the program's stderr in the failure's message. */
const LONGEST_COMPLAINT = 300;

/** Limits of memory, and of each file that it writes, in bytes. */
const LIMITS = ["prlimit", "--as=2147483648", "--fsize=500000000", "--core=0"];

/** @see runProgram */
export type RunProgram = (name: string, run: ProgramRun) => Promise<string>;

/** Runs programs one at a time, in the order of the calls. */
export function createProgramQueue(confinement: Confinement = []): RunProgram {
  let last: Promise<unknown> = Promise.resolve();
  return (name, run) => {
    const mine = last.then(() => runProgram(name, run, confinement));
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * Runs a program to its end, with the lowest priority. @returns what it printed
 * @throws ProgramFailure when it failed, took too long or printed too much; the signal's reason when it was aborted
 */
export async function runProgram(name: string, run: ProgramRun, confinement: Confinement = []): Promise<string> {
  const { timeoutMs: limitMs, signal, folder, alone = false, atOnce = false } = run;
  const [program, limits] = await Promise.all([findProgram(name), findProgram("prlimit")]);
  if (program === undefined) throw new ProgramFailure(`${name} could not be started`);
  const path = alone ? NO_PROGRAMS : (process.env["PATH"] ?? "");
  const bare = ["env", "-i", `PATH=${path}`, "LANG=C.UTF-8", "TMPDIR=.", program, ...run.args];
  const command = ["-n", atOnce ? "0" : LOWEST, ...(limits === undefined ? [] : LIMITS), ...confinement, ...bare];
  const start = (cwd: string): Promise<string> =>
    withDeadline({ limitMs, signal }, (stop) => runUntil(stop, { ...run, name, command, folder: cwd }));
  return folder === undefined ? inTemporaryFolder(start) : start(folder);
}

interface Start extends ProgramRun {
  readonly name: string;
  /** Arguments for `nice`. */
  readonly command: readonly string[];
  readonly folder: string;
}

async function runUntil(
  stop: AbortSignal,
  { name, command, folder, input = "", timeoutMs, writes, signal }: Start,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    // A separate process group, because some programs are scripts that start others.
    const child = spawn("nice", command, { stdio: ["pipe", "pipe", "pipe"], cwd: folder, detached: true });
    const printed: Buffer[] = [];
    let printedBytes = 0;
    let complaint = "";
    let wasTooMuch = false;
    const kill = (): void => killGroup(child);
    const endOverfull = (): void => {
      wasTooMuch = true;
      kill();
    };
    stop.addEventListener("abort", kill);
    const stopWatching = writes === undefined ? undefined : watchSize(writes, endOverfull);
    const ended = async (code: number | null): Promise<string> => {
      if (signal?.aborted === true) throw abortError(signal);
      // It may have ended between two looks, also by its limit of a file's size.
      if (wasTooMuch || (writes !== undefined && (await isOverfull(writes))))
        throw new ProgramFailure(`${name} gave too much`, { wasTooMuch: true });
      if (stop.aborted) throw new ProgramFailure(`${name} took longer than ${timeoutMs} ms`);
      if (code !== null && NOT_STARTED.has(code)) throw new ProgramFailure(`${name} could not be started`);
      const options = code === null ? {} : { exitCode: code };
      if (code !== 0) throw new ProgramFailure(`${name} ended with ${code}: ${complaint.trim()}`, options);
      return Buffer.concat(printed).toString();
    };
    const leave = (): void => {
      stop.removeEventListener("abort", kill);
      stopWatching?.();
    };
    child.stdout.on("data", (chunk: Buffer) => {
      printedBytes += chunk.length;
      if (printedBytes > MOST_OUTPUT) endOverfull();
      else printed.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-LONGEST_COMPLAINT);
    });
    child.stdin.on("error", () => undefined); // it ended before it had read everything; its exit code says why
    child.stdin.end(input);
    child.on("error", (cause) => {
      leave();
      reject(new ProgramFailure(`${name} could not be started`, { cause }));
    });
    child.on("close", (code) => {
      leave();
      resolve(ended(code));
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL"); // the group has ended already
  }
}

const WATCH_EVERY_MS = 200;

type Written = NonNullable<ProgramRun["writes"]>;

async function isOverfull({ path, mostBytes }: Written): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size > mostBytes;
}

function watchSize(writes: Written, onOverfull: () => void): () => void {
  const look = async (): Promise<void> => {
    if (await isOverfull(writes)) onOverfull();
  };
  const timer = setInterval(() => void look(), WATCH_EVERY_MS);
  return () => clearInterval(timer);
}

const abortError = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Whether a program with this name is on PATH. */
export const hasProgram = async (name: string): Promise<boolean> => (await findProgram(name)) !== undefined;

async function findProgram(name: string): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = folders.map((folder) => join(folder, name));
  const found = await Promise.allSettled(paths.map((path) => access(path, constants.X_OK)));
  return paths.find((_path, index) => found[index]?.status === "fulfilled");
}

import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { withDeadline } from "../../kernel/deadline.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** What is put before a command line so that the program sees little of the machine; it runs in the current folder. */
export type Confinement = readonly string[];

export interface ProgramRun {
  /** Never read by a shell. */
  readonly args: readonly string[];
  /** Its standard input. */
  readonly input?: string;
  /** Where it runs, and the only folder that it sees when it is confined; else an empty one. */
  readonly folder?: string;
  /** It starts no others: it finds none. */
  readonly alone?: boolean;
  /** From its start on; then it and what it started are killed. */
  readonly timeoutMs: number;
  /** A file that it writes, and how long that may become; then it is killed. */
  readonly writes?: { readonly path: string; readonly mostBytes: number };
  /** A short one on which the server's start waits: it is not put behind everything else. */
  readonly atOnce?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A program that did not do its work. */
export class ProgramFailure extends Error {
  override readonly name = "ProgramFailure";
  /** With what it ended; undefined: it was not started, was killed, or took too long. */
  readonly exitCode: number | undefined;
  /** It printed or wrote more than it may. */
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

/** Calls' sound comes first; what the program starts is as low. */
const LOWEST = "19";
/** With what `nice` ends when there is no such program, or it may not be run (POSIX). */
const NOT_STARTED = new Set([126, 127]);
/** A PATH on which there is nothing. */
const NO_PROGRAMS = "/nonexistent";
const MOST_OUTPUT = 4_000_000; // bytes
/** Of what a program complains in its failure's message. */
const LONGEST_COMPLAINT = 300;

/** Bytes of memory, and of any file that it writes. */
const LIMITS = ["prlimit", "--as=2147483648", "--fsize=500000000", "--core=0"];

/** @see runProgram */
export type RunProgram = (name: string, run: ProgramRun) => Promise<string>;

/** Runs programs one at a time, in the order in which they were asked for. */
export function createProgramQueue(confinement: Confinement = []): RunProgram {
  let last: Promise<unknown> = Promise.resolve();
  return (name, run) => {
    const mine = last.then(() => runProgram(name, run, confinement));
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * Runs a program to its end, behind everything else that the machine has to do; the answer is what it printed.
 * @throws ProgramFailure when it failed, took too long or printed too much; the signal's reason when it was stopped
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
  /** Of `nice`. */
  readonly command: readonly string[];
  readonly folder: string;
}

async function runUntil(
  stop: AbortSignal,
  { name, command, folder, input = "", timeoutMs, writes, signal }: Start,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    // A group of its own: some programs are scripts that start others.
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
    child.stdin.on("error", () => undefined); // it ended before it had read everything: its exit code tells why
    child.stdin.end(input);
    child.on("error", (cause) => {
      leave();
      reject(new ProgramFailure(`${name} could not be started`, { cause }));
    });
    child.on("close", (code) => {
      leave();
      if (signal?.aborted === true) return reject(abortError(signal));
      if (wasTooMuch) return reject(new ProgramFailure(`${name} gave too much`, { wasTooMuch }));
      if (stop.aborted) return reject(new ProgramFailure(`${name} took longer than ${timeoutMs} ms`));
      if (code !== null && NOT_STARTED.has(code)) return reject(new ProgramFailure(`${name} could not be started`));
      const options = code === null ? {} : { exitCode: code };
      if (code !== 0) return reject(new ProgramFailure(`${name} ended with ${code}: ${complaint.trim()}`, options));
      resolve(Buffer.concat(printed).toString());
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL"); // the group is gone already
  }
}

const WATCH_EVERY_MS = 200;

function watchSize({ path, mostBytes }: NonNullable<ProgramRun["writes"]>, onOverfull: () => void): () => void {
  const look = async (): Promise<void> => {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.size > mostBytes) onOverfull();
  };
  const timer = setInterval(() => void look(), WATCH_EVERY_MS);
  return () => clearInterval(timer);
}

const abortError = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Whether there is a program of that name on PATH. */
export const hasProgram = async (name: string): Promise<boolean> => (await findProgram(name)) !== undefined;

async function findProgram(name: string): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const paths = folders.map((folder) => join(folder, name));
  const found = await Promise.allSettled(paths.map((path) => access(path, constants.X_OK)));
  return paths.find((_path, index) => found[index]?.status === "fulfilled");
}

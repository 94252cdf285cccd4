/** What tests and benchmarks need to run a server program of the machine for themselves: an account, a port, an address, its end, a time to wait. */
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";

const START_MS = 60_000;
const LOOK_EVERY_MS = 50;

/**
 * Options of a child process that must not run as root.
 * @param name the account of Debian's package
 * @returns undefined where we are root and there is no such account
 */
export function accountToUse(name) {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((what) => spawnSync("id", [what, name], { encoding: "utf8" }));
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

/** Systems give connections numbers above these (Linux from 32768, others from 49152): what is free here stays free until a program has started. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_767];

/** A free port of 127.0.0.1, for a program that takes a number only. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** An address of this machine other than 127.0.0.1, which media servers leave out. What is sent to it stays on the machine. */
export const ownAddress = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;

/** Starts a program that ends with this process. @returns the program, and how to end it at once: nothing of it is kept */
export function startOwn(path, args, options) {
  const program = spawn(path, args, { ...options, stdio: "ignore" });
  program.on("error", () => undefined); // seen as one that is never ready
  const kill = () => program.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise((resolve) => program.once("close", resolve));
  const end = async () => {
    kill();
    await ended;
    process.removeListener("exit", kill);
  };
  return { program, end };
}

/** Whether a program that was started answers before it ends, within a minute. */
export async function isReady(program, answers) {
  for (let waited = 0; waited < START_MS && program.exitCode === null; waited += LOOK_EVERY_MS) {
    if (await answers()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}

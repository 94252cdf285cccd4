/** A RabbitMQ of our own for tests: in a temporary folder, on ports of 127.0.0.1 that the system chose, with an epmd of its own, gone when it is stopped. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { accountToUse, freePort, isReady } from "./own-program.mjs";

/** The program itself: the one that Debian puts on PATH runs for root and one account only, with logs of its own. */
const DEBIAN_PLACE = "/usr/lib/rabbitmq/bin";
const ACCOUNT = "rabbitmq";
const USER = "tests";
const AMQP_GREETING = Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]); // AMQP 0-9-1 §4.2.2

const foldersOnPath = () => (process.env["PATH"] ?? "").split(delimiter);
const find = (name, folders) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** The paths of its programs, and options to run them; undefined where a program or the account is missing. */
export function findRabbit() {
  const account = accountToUse(ACCOUNT);
  const server = find("rabbitmq-server", [DEBIAN_PLACE, ...foldersOnPath()]);
  const epmd = find("epmd", foldersOnPath());
  const control = find("rabbitmqctl", [DEBIAN_PLACE, ...foldersOnPath()]);
  const found = { server, control, epmd, account };
  return Object.values(found).includes(undefined) ? undefined : found;
}

/**
 * @returns its address, for BROKER_URL; how to give it an order of rabbitmqctl, to kill it, to start it again at the same address, and to stop it for good.
 * Undefined where its programs are missing or it does not start.
 */
export async function startRabbit() {
  const programs = findRabbit();
  if (programs === undefined) return undefined;
  const { account } = programs;
  const folder = mkdtempSync(join(tmpdir(), "callpanel-rabbitmq-"));
  const running = new Set();
  const stop = async () => {
    for (const program of running) await end(program);
    rmSync(folder, { recursive: true, force: true });
  };
  const run = (path, args, env) => {
    const program = spawn(path, args, { ...account, cwd: folder, env, stdio: "ignore" });
    program.on("error", () => undefined); // seen as one that is never ready
    running.add(program);
    const endNow = () => program.kill("SIGKILL"); // nothing of it is kept
    process.once("exit", endNow);
    program.on("close", () => {
      running.delete(program);
      process.removeListener("exit", endNow);
    });
    return program;
  };
  try {
    const [port, ofEpmd, ofNode] = [await freePort(), await freePort(), await freePort()];
    const password = randomBytes(24).toString("hex");
    const env = environment(folder, { ofEpmd, ofNode });
    writeFileSync(env.RABBITMQ_CONFIG_FILE, settings({ port, password }), { mode: 0o600 });
    writeFileSync(env.RABBITMQ_CONF_ENV_FILE, "");
    if ("uid" in account)
      for (const path of [folder, env.RABBITMQ_CONFIG_FILE]) chownSync(path, account.uid, account.gid);
    run(programs.epmd, ["-address", "127.0.0.1", "-port", String(ofEpmd)], env);
    let server;
    const start = async () => {
      server = run(programs.server, [], env);
      return isReady(server, () => speaksAmqp(port));
    };
    const kill = () => end(server);
    const control = (...order) => new Promise((resolve) => run(programs.control, order, env).once("close", resolve));
    if (await start()) return { url: `amqp://${USER}:${password}@127.0.0.1:${port}`, control, kill, start, stop };
  } catch (error) {
    process.stderr.write(`callpanel: RabbitMQ could not be started for tests: ${String(error)}\n`);
  }
  await stop();
  return undefined;
}

/** Everything it writes is in the folder, and everything it opens is on 127.0.0.1. */
function environment(folder, { ofEpmd, ofNode }) {
  return {
    PATH: process.env["PATH"],
    HOME: folder, // for the cookie of Erlang
    LANG: "C.UTF-8",
    detached: "1", // the script gives its process to the server, so that its id is the server's
    ERL_EPMD_PORT: String(ofEpmd),
    ERL_EPMD_ADDRESS: "127.0.0.1",
    RABBITMQ_NODENAME: "tests@localhost",
    RABBITMQ_DIST_PORT: String(ofNode),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-kernel inet_dist_use_interface {127,0,0,1} -start_epmd false",
    RABBITMQ_CONF_ENV_FILE: join(folder, "environment"),
    RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "plugins"),
    RABBITMQ_MNESIA_BASE: join(folder, "data"),
    RABBITMQ_LOG_BASE: join(folder, "log"),
  };
}

function settings({ port, password }) {
  return [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    `default_user = ${USER}`,
    `default_pass = ${password}`,
    "log.file.level = warning",
    "",
  ].join("\n");
}

function end(program) {
  if (program.exitCode !== null || program.signalCode !== null) return undefined;
  const ended = new Promise((resolve) => program.once("close", resolve));
  program.kill("SIGKILL");
  return ended;
}

/** It takes connections before it serves them: what counts is its first frame. */
function speaksAmqp(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(AMQP_GREETING));
    socket.setTimeout(5_000, () => socket.destroy());
    socket.once("data", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => undefined);
    socket.once("close", () => resolve(false));
  });
}

/** A Kannel of our own for tests: bearerbox, smsbox and the fake message centre of kannel-extras, on ports of 127.0.0.1 that the system chose, gone when it is stopped. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { accountToUse, freePort, isReady } from "./own-program.mjs";

export { freePort };

const ACCOUNT = "kannel";
const FOLDERS = ["/usr/sbin", "/usr/lib/kannel/test", ...(process.env["PATH"] ?? "").split(delimiter)];
const find = (name) => FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** The paths of its programs, and options to run them; undefined where a program or the account is missing. */
export function findKannel() {
  const found = {
    bearerbox: find("bearerbox"),
    smsbox: find("smsbox"),
    centre: find("fakesmsc"),
    account: accountToUse(ACCOUNT),
  };
  return Object.values(found).includes(undefined) ? undefined : found;
}

/**
 * @param reportTo the address that gets messages, with the escapes of Kannel's `get-url`
 * @returns the address of sendsms with its user, for SMS_URL; the messages that came out at the centre; how to connect the centre with one that
 * comes in, and how to stop everything. Undefined where its programs are missing or it does not start.
 */
export async function startKannel(reportTo) {
  const programs = findKannel();
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "callpanel-kannel-"));
  const running = new Set();
  const run = (path, args) => {
    const options = { ...programs.account, cwd: folder, env: { LANG: "C.UTF-8", HOME: folder } };
    const program = spawn(path, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    program.on("error", () => undefined); // seen as one that is never ready
    const endNow = () => program.kill("SIGKILL"); // nothing of it is kept
    running.add(program);
    process.once("exit", endNow);
    program.on("close", () => {
      running.delete(program);
      process.removeListener("exit", endNow);
    });
    for (const output of [program.stdout, program.stderr]) output.on("data", () => undefined);
    return program;
  };
  const stop = async () => {
    for (const program of running) {
      const ended = new Promise((resolve) => program.once("close", resolve));
      program.kill("SIGKILL");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports = { admin: await freePort(), boxes: await freePort(), centre: await freePort(), sms: await freePort() };
    const password = randomBytes(24).toString("hex");
    const file = join(folder, "kannel.conf");
    writeFileSync(file, settings({ ports, password, reportTo }), { mode: 0o600 });
    if ("uid" in programs.account)
      for (const path of [folder, file]) chownSync(path, programs.account.uid, programs.account.gid);
    const bearerbox = run(programs.bearerbox, ["-v", "4", file]);
    if (await isReady(bearerbox, () => listens(ports.boxes))) {
      const smsbox = run(programs.smsbox, ["-v", "4", file]);
      if (await isReady(smsbox, () => listens(ports.sms))) {
        const out = [];
        const connectCentre = (message) => {
          const where = ["-H", "127.0.0.1", "-r", String(ports.centre), "-i", "0.01", "-m", "1"];
          const centre = run(programs.centre, [...where, message]);
          createInterface(centre.stderr).on("line", (line) => out.push(...messageOf(line)));
        };
        const url = `kannel+http://callpanel:${password}@127.0.0.1:${ports.sms}/cgi-bin/sendsms`;
        return { url, out, connectCentre, stop };
      }
    }
  } catch (error) {
    process.stderr.write(`callpanel: Kannel could not be started for tests: ${String(error)}\n`);
  }
  await stop();
  return undefined;
}

const messageOf = (line) => /Got message \d+: <(.*)>/.exec(line)?.slice(1) ?? [];

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });
}

function settings({ ports, password, reportTo }) {
  return `
group = core
admin-port = ${ports.admin}
admin-interface = 127.0.0.1
admin-password = ${password}
smsbox-port = ${ports.boxes}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1
dlr-storage = internal

group = smsc
smsc = fake
smsc-id = fake
port = ${ports.centre}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.sms}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = callpanel
password = ${password}
max-messages = 10
concatenation = true

group = sms-service
keyword = default
catch-all = true
get-url = "${reportTo}"
max-messages = 0
omit-empty = true
`;
}

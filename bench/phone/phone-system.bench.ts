/**
 * The built server and Asterisk 22, one after the other in the same run under the same load: phones in a process of their
 * own, each with a WebSocket, digest, ICE, DTLS-SRTP and Opus on both legs of a call; both write call records to disk.
 * Figures are CPU time of the server's process with all of its threads; rounds alternate, and the median of each counts.
 */
import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleForNode } from "@callpanel/testkit";
import { writePhoneSecrets } from "../../apps/server/test/phone-secrets.ts";
import { createServerFolder, runCommand, startServer } from "../../e2e/support/server.ts";
import { startAsterisk } from "../../tools/asterisk.mjs";
import type { Report } from "../figure.ts";
import { bigCompany, extensionOf, REALM } from "../load/big-company.ts";
import { nextMessage } from "../load/load-messages.ts";
import type { FromPhones, OfficeAccount, ToPhones } from "../load/office-phones.ts";
import { cpuMsOf } from "../load/process-cpu.ts";
import { percentile } from "../percentile.ts";

const PHONES = 200;
const ROUNDS = 3;
const WARM_UPS = 1;
const REGISTERS = { perSecond: 200, count: 800 };
const SATURATED = { perSecond: 100_000, count: 2_000 };
const CALLS = { perSecond: 4, count: 20 };
const WARM_CALLS = { perSecond: 10, count: 50 };
/** Once, ten to thirty seconds after the last calls, what they left is collected: 0.3 to 0.8 s of CPU, which is the calls’ and not counted here. */
const QUIET_MS = 40_000;
/** Linux counts CPU time in steps of 10 ms: half a millisecond a second of this. */
const IDLE_MS = 20_000;
const TALK_MS = 5_000;
/** Shares of Asterisk's CPU, and milliseconds a second. */
const BOUNDS = {
  register: 0.5,
  call: 0.7,
  sound: new Map([
    [3, 1],
    [100, 0.8],
  ]),
  idleMs: 5,
};

const REGISTER = "REGISTER, 200 a second";
const SATURATED_REGISTER = "REGISTER, as many as there can be";
const CALL = "call set up and torn down, 4 a second";
const IDLE = "idle";
const soundOf = (calls: number): string => `anchored Opus call-second, ${calls} calls`;
const deliveredOf = (calls: number): string => `delivered, ${calls} calls`;

interface System {
  readonly name: string;
  readonly pid: number;
  readonly phones: ChildProcess;
  readonly stop: () => Promise<void>;
}

type Costs = Map<string, number[]>;

export async function run(report: Report): Promise<void> {
  const accounts = Array.from({ length: PHONES }, (_, at) => ({
    username: extensionOf(at + 1),
    extension: extensionOf(at + 1),
    password: `pass-${at + 1}`,
  }));
  const rival = await openAsterisk(accounts);
  if (rival === undefined)
    process.stdout.write(
      "callpanel: comparisons with Asterisk are left out: they need Asterisk 22 in ASTERISK_ROOT, and root\n",
    );
  const ours = await openOwn(accounts);
  const systems = [ours, ...(rival ? [rival] : [])];
  const costs = new Map(systems.map((system) => [system, new Map<string, number[]>()]));
  try {
    for (let round = -WARM_UPS; round < ROUNDS; round += 1)
      for (const [system, kept] of costs) await oneRound(system, round < 0 ? new Map() : kept);
    // Last: a server that has just started still compiles its code.
    for (const [system, kept] of costs) await idle(system, kept);
    compare(report, costs.get(ours) ?? new Map(), rival && costs.get(rival));
  } finally {
    for (const system of systems) await system.stop();
  }
}

async function oneRound(system: System, kept: Costs): Promise<void> {
  await perPiece(system, kept, REGISTER, { kind: "register", ...REGISTERS });
  await perPiece(system, kept, SATURATED_REGISTER, { kind: "register", ...SATURATED });
  await perPiece(system, new Map(), CALL, { kind: "call", ...WARM_CALLS });
  await perPiece(system, kept, CALL, { kind: "call", ...CALLS });
  for (const calls of BOUNDS.sound.keys()) await perCallSecond(system, kept, calls);
}

async function perPiece(system: System, kept: Costs, name: string, load: ToPhones & { count: number }): Promise<void> {
  const before = cpuMsOf(system.pid);
  await ask(system, load);
  keep(kept, name, (cpuMsOf(system.pid) - before) / load.count);
}

async function perCallSecond(system: System, kept: Costs, calls: number): Promise<void> {
  await ask(system, { kind: "talk", calls });
  const first = await ask(system, { kind: "send", forMs: 1_000 });
  const [before, startedAt] = [cpuMsOf(system.pid), performance.now()];
  const last = await ask(system, { kind: "send", forMs: TALK_MS });
  const [used, seconds] = [cpuMsOf(system.pid) - before, (performance.now() - startedAt) / 1_000];
  await ask(system, { kind: "hangUp" });
  keep(kept, deliveredOf(calls), (last.received - first.received) / (last.sent - first.sent));
  keep(kept, soundOf(calls), used / calls / seconds);
}

async function idle(system: System, kept: Costs): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const before = cpuMsOf(system.pid);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  keep(kept, IDLE, (cpuMsOf(system.pid) - before) / (IDLE_MS / 1_000));
}

function keep(costs: Costs, name: string, value: number): void {
  costs.set(name, [...(costs.get(name) ?? []), value]);
}

function compare(report: Report, ours: Costs, theirs: Costs | undefined): void {
  const share = (name: string, bound: number): void => {
    if (theirs === undefined) return;
    const [own, other] = [median(ours, name), median(theirs, name)];
    report({
      name: `${name}: share of Asterisk's CPU (${own.toFixed(2)} and ${other.toFixed(2)} ms each)`,
      value: own / other,
      unit: "of it",
      bound,
      better: "lower",
      against: "bound of issue 18",
    });
  };
  share(REGISTER, BOUNDS.register);
  share(SATURATED_REGISTER, BOUNDS.register);
  share(CALL, BOUNDS.call);
  for (const [calls, bound] of BOUNDS.sound) {
    share(soundOf(calls), bound);
    report({
      name: `delivered of the packets of ${calls} calls`,
      value: 100 * median(ours, deliveredOf(calls)),
      unit: "%",
      bound: theirs === undefined ? 100 : 100 * median(theirs, deliveredOf(calls)),
      better: "higher",
      against:
        theirs === undefined ? "all" : "Asterisk 22; where it is less than all, this machine does not carry them",
    });
  }
  report({
    name: `idle, CPU a second${theirs === undefined ? "" : ` (Asterisk: ${median(theirs, IDLE).toFixed(0)} ms)`}`,
    value: median(ours, IDLE),
    unit: "ms",
    bound: BOUNDS.idleMs,
    better: "lower",
    against: "bound of issue 18",
  });
}

const median = (costs: Costs, name: string): number => percentile(costs.get(name) ?? [], 50);

async function ask(system: System, message: ToPhones): Promise<FromPhones> {
  const answer = nextMessage<FromPhones>(system.phones, () => true);
  system.phones.send(message);
  const got = await answer;
  if (got.kind === "failed") throw new Error(`${system.name}, ${message.kind}: ${got.reason}`);
  return got;
}

async function openPhones(name: string, url: string, accounts: readonly OfficeAccount[]): Promise<ChildProcess> {
  const phones = fork(fileURLToPath(await bundleForNode(new URL("../load/office-phones.ts", import.meta.url))));
  await ask({ name, phones, pid: 0, stop: async () => undefined }, { kind: "open", url, realm: REALM, accounts });
  return phones;
}

async function openAsterisk(accounts: readonly OfficeAccount[]): Promise<System | undefined> {
  const asterisk = await startAsterisk({ realm: REALM, phones: accounts });
  if (asterisk === undefined) return undefined;
  const name = `Asterisk ${asterisk.version}`;
  const phones = await openPhones(name, asterisk.url, accounts);
  const stop = async (): Promise<void> => {
    phones.kill();
    await asterisk.stop();
  };
  return { name, pid: asterisk.pid, phones, stop };
}

async function openOwn(accounts: readonly OfficeAccount[]): Promise<System> {
  const folder = await createServerFolder();
  const scratch = await mkdtemp(join(tmpdir(), "callpanel-bench-"));
  const file = join(scratch, "company.yaml");
  await writeFile(file, bigCompany(accounts.length, 0, ["configs:read", "softphone:read"]));
  await runCommand(folder, ["import", file, "--create"]);
  const people = accounts.map((account, at) => ({ ...account, username: `person${at + 1}` }));
  await writePhoneSecrets({ dataDir: folder.path, realm: REALM, phones: people });
  const env = { DEMO: "0", REALM };
  const server = await startServer(folder, { env });
  const phones = await openPhones("callpanel", `${server.address.replace("http", "ws")}/sip`, people);
  const stop = async (): Promise<void> => {
    phones.kill();
    await server.stop();
    await folder.remove();
    await rm(scratch, { recursive: true, force: true });
  };
  return { name: "callpanel", pid: server.pid, phones, stop };
}

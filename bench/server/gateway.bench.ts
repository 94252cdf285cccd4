/** The event gateway under an office full of panels: real sockets in the panel's own protocol, read by another process. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bundleForNode } from "@callpanel/testkit";
import { createPresenceBoard, type PresenceBoard } from "../../apps/server/src/modules/presence/index.ts";
import { openBenchGateway } from "../load/bench-gateway.ts";
import type { ReadersReport } from "../load/event-readers.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";
import { WALL_CLOCK } from "../load/phone-floor.ts";

const PANELS = 1_000;
const CHANGES_PER_SECOND = 100;
const WARM_SECONDS = 5;
const MEASURED_SECONDS = 15;
const PEOPLE = 200;
const REALM = "bench";
const AGAINST = "bound of the live office: 1,000 panels, 100 presence changes a second to all, one core";
/** Longer than the longest delivery. */
const DRAIN_MS = 500;

export async function run(report: Report): Promise<void> {
  const presenceBoard = createPresenceBoard({ clock: WALL_CLOCK });
  const gateway = await openBenchGateway({ presenceBoard, realm: REALM, username: "panel", sockets: PANELS });
  const bundle = await bundleForNode(new URL("../load/event-readers.ts", import.meta.url));
  const readers = fork(fileURLToPath(bundle), [`ws://${gateway.host}/events`, String(PANELS)]);
  try {
    await once(readers, "message");
    const measured = await measure(presenceBoard, readers);
    const figure = (name: string, value: number, unit: string, bound: number, better: "higher" | "lower"): void =>
      report({ name: `gateway: ${name}`, value, unit, bound, better, against: AGAINST });
    figure("p99 from change to reader", percentile(measured.latenciesMs, 99), "ms", 250, "lower");
    figure("CPU of the server", measured.cores, "cores", 1, "lower");
    figure("delivered of what was sent", measured.delivered, "", 1, "higher");
    figure("heap after against before", measured.heapRatio, "", 1.05, "lower");
  } finally {
    readers.kill();
    gateway.stop();
  }
}

async function measure(presenceBoard: PresenceBoard, readers: ChildProcess) {
  for (let person = 0; person < PEOPLE; person += 1)
    presenceBoard.apply({ kind: "registered", ...at(person), userAgent: "bench", expiresSeconds: 600 });
  await drive(presenceBoard, WARM_SECONDS);
  const heapBefore = heapAfterCollection();
  readers.send("measure");
  await pause(DRAIN_MS);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const changeCount = await drive(presenceBoard, MEASURED_SECONDS);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await pause(DRAIN_MS);
  const heapRatio = heapAfterCollection() / heapBefore;
  const answered = once(readers, "message");
  readers.send("report");
  const [answer]: readonly ReadersReport[] = await answered;
  return {
    latenciesMs: answer?.latenciesMs ?? [],
    delivered: (answer?.frameCount ?? 0) / (PANELS * changeCount),
    cores: (user + system) / 1e6 / seconds,
    heapRatio,
  };
}

/** Changes a person's presence at each tick; each change carries the time it was made. @returns how many were made */
async function drive(presenceBoard: PresenceBoard, seconds: number): Promise<number> {
  const startedAt = performance.now();
  let made = 0;
  while (made < seconds * CHANGES_PER_SECOND) {
    const due = Math.min(
      seconds * CHANGES_PER_SECOND,
      Math.floor(((performance.now() - startedAt) / 1_000) * CHANGES_PER_SECOND),
    );
    for (; made < due; made += 1) {
      const note = performance.timeOrigin + performance.now();
      const document = `<presence><tuple><status><basic>open</basic></status><note>${note}</note></tuple></presence>`;
      presenceBoard.apply({ kind: "published", id: "p1", ...at(made % PEOPLE), document, expiresSeconds: 600 });
    }
    await pause(1);
  }
  return made;
}

const at = (person: number) => ({ realm: REALM, userId: person + 1, exten: String(1_000 + person) });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function heapAfterCollection(): number {
  setFlagsFromString("--expose_gc");
  for (let round = 0; round < 4; round += 1) runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}

/** Callers who wait in queues and hear music on hold, each with a phone that sends sound too: the CPU of the media engine. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildMediaWorker, bundleForNode } from "@callpanel/testkit";
import { createMediaEngine } from "../../packages/media/src/media.engine.ts";
import type { Report } from "../figure.ts";
import { connectLeg, sendFor } from "../load/media-legs.ts";

const WAITING = 500;
const FOR_MS = 5_000;
const AGAINST = "bound of docs/spec/media.md for a call, which has two legs";

export async function run(report: Report): Promise<void> {
  const engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
  const load = fork(fileURLToPath(await bundleForNode(new URL("../load/media-load.ts", import.meta.url))));
  try {
    const ports = Array.from({ length: WAITING }, () => engine.open());
    for (const [caller, port] of ports.entries()) await connectLeg(port, load, caller);
    // Only now: a load that already receives music of hundreds of callers may be too slow for the handshakes of the others.
    for (const port of ports) port.hear({ kind: "prompt", prompt: { kind: "music" } });
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await sendFor(load, FOR_MS);
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpuMs = (user + system) / 1_000;
    report({
      name: "media: CPU per second of a caller who waits with music",
      value: cpuMs / WAITING / seconds,
      unit: "ms",
      bound: 4,
      better: "lower",
      against: AGAINST,
    });
    report({
      name: `media: one core busy with ${WAITING} callers who wait`,
      value: cpuMs / 10 / seconds,
      unit: "%",
      bound: 200,
      better: "lower",
      against: AGAINST,
    });
  } finally {
    load.kill();
    await engine.close();
  }
}

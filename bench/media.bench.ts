import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createMediaEngine } from "../packages/media/src/media.engine.ts";
import type { MediaEngine } from "../packages/media/src/media.port.ts";
import { buildMediaWorker, bundleForNode } from "@callpanel/testkit";
import type { Report } from "./figure.ts";
import { connectLeg, sendFor } from "./load/media-legs.ts";
import { percentile } from "./percentile.ts";

const CALLS = 100;
const FOR_MS = 10_000;

/** Anchored two-party Opus calls between DTLS-SRTP legs in one worker; the load runs in another process. */
export async function run(report: Report): Promise<void> {
  const engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
  const load = fork(fileURLToPath(await bundleForNode(new URL("../load/media-load.ts", import.meta.url))));
  try {
    const setUpMs = await connectCalls(engine, load);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const { sent, received, delaysMs } = await sendFor(load, FOR_MS);
    const used = process.cpuUsage(before);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuMs = (used.user + used.system) / 1000;
    const against = "bound of docs/spec/media.md";
    report({
      name: "media: CPU per anchored Opus call-second",
      value: cpuMs / CALLS / (FOR_MS / 1000),
      unit: "ms",
      bound: 8,
      better: "lower",
      against,
    });
    report({
      name: `media: one core busy with ${CALLS} calls`,
      value: cpuMs / 10 / seconds,
      unit: "%",
      bound: 100,
      better: "lower",
      against,
    });
    report({
      name: `media: delivered of ${sent} packets`,
      value: (received / sent) * 100,
      unit: "%",
      bound: 100,
      better: "higher",
      against,
    });
    report({
      name: "media: delay through the server, 99th percentile",
      value: percentile(delaysMs, 99),
      unit: "ms",
      bound: 26,
      better: "lower",
      against: "werift's own forwarding",
    });
    report({
      name: "media: leg set-up, offer to connected, median",
      value: percentile(setUpMs, 50),
      unit: "ms",
      bound: 150,
      better: "lower",
      against,
    });
  } finally {
    load.kill();
    await engine.close();
  }
}

async function connectCalls(engine: MediaEngine, load: ChildProcess): Promise<readonly number[]> {
  const setUpMs: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const a = engine.open();
    const b = engine.open({ near: a });
    setUpMs.push(await connectLeg(a, load, call * 2), await connectLeg(b, load, call * 2 + 1));
    a.hear({ kind: "peer", port: b });
    b.hear({ kind: "peer", port: a });
  }
  return setUpMs;
}

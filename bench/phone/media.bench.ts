import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createMediaEngine } from "../../packages/media/src/media.engine.ts";
import type { MediaEngine } from "../../packages/media/src/media.port.ts";
import { buildMediaWorker, bundleForNode } from "@callpanel/testkit";
import type { Report } from "../figure.ts";
import { connectLeg, sendFor } from "../load/media-legs.ts";
import { percentile } from "../percentile.ts";

const FOR_MS = 10_000;
/** Code that is not compiled so far would count. */
const WARM_UP_MS = 3_000;
const BOUND = "bound of docs/spec/media.md";

/**
 * Anchored two-party Opus calls between DTLS-SRTP legs in one worker, without signalling, to measure changes of media. The
 * load runs in another process. The whole server is compared with Asterisk in phone-system.bench.ts.
 */
export async function run(report: Report): Promise<void> {
  const many = await measure(100);
  report({
    name: "media: CPU of this process per anchored Opus call-second, 100 calls",
    value: many.cpuMsPerCallSecond,
    unit: "ms",
    bound: 8,
    better: "lower",
    against: BOUND,
  });
  report({
    name: "media: one core busy with 100 calls",
    value: many.cpuMsPerCallSecond * 10,
    unit: "%",
    bound: 100,
    better: "lower",
    against: BOUND,
  });
  report({
    name: `media: delivered of ${many.sent} packets`,
    value: (many.received / many.sent) * 100,
    unit: "%",
    bound: 100,
    better: "higher",
    against: BOUND,
  });
  report({
    name: "media: delay through the server, 99th percentile",
    value: percentile(many.delaysMs, 99),
    unit: "ms",
    bound: 26,
    better: "lower",
    against: "werift's own forwarding",
  });
  report({
    name: "media: leg set-up, offer to connected, median",
    value: percentile(many.setUpMs, 50),
    unit: "ms",
    bound: 150,
    better: "lower",
    against: BOUND,
  });
}

interface Measured {
  readonly cpuMsPerCallSecond: number;
  readonly sent: number;
  readonly received: number;
  readonly delaysMs: readonly number[];
  readonly setUpMs: readonly number[];
}

async function measure(calls: number): Promise<Measured> {
  const engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
  const load = fork(fileURLToPath(await bundleForNode(new URL("../load/media-load.ts", import.meta.url))));
  try {
    const setUpMs = await connectCalls(engine, load, calls);
    const warm = await sendFor(load, WARM_UP_MS);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const { sent, received, delaysMs } = await sendFor(load, FOR_MS);
    const used = process.cpuUsage(before);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuMsPerCallSecond = (used.user + used.system) / 1000 / calls / seconds;
    return {
      cpuMsPerCallSecond,
      sent: sent - warm.sent,
      received: received - warm.received,
      delaysMs: delaysMs.slice(warm.delaysMs.length),
      setUpMs,
    };
  } finally {
    load.kill();
    await engine.close();
  }
}

async function connectCalls(engine: MediaEngine, load: ChildProcess, calls: number): Promise<readonly number[]> {
  const setUpMs: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const a = engine.open();
    const b = engine.open({ near: a });
    setUpMs.push(await connectLeg(a, load, call * 2), await connectLeg(b, load, call * 2 + 1));
    a.hear({ kind: "peer", port: b });
    b.hear({ kind: "peer", port: a });
  }
  return setUpMs;
}

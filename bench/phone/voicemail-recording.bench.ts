import { fork, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { amplitudeAt, buildMediaWorker, bundleForNode, readRecording } from "@callpanel/testkit";
import { createMediaEngine } from "../../packages/media/src/media.engine.ts";
import type { MediaPort, MediaRecording } from "../../packages/media/src/media.port.ts";
import type { Report } from "../figure.ts";
import { connectLeg, sendFor } from "../load/media-legs.ts";
import type { LoadVoice } from "../load/media-load.ts";

const CALLERS = 100;
const FOR_MS = 8_000;
const WARM_UP_MS = 2_000;
const FRAME_MS = 20;
const FRAME = 960; // samples of 20 ms
/** Of what the callers send, half of full scale. */
const TONE_IS_THERE = 0.35;
/** A decoder that begins in the middle of a stream of Opus needs this long for its full level. */
const SETTLING_MS = 200;
/** A packet of Opus that is no longer is silence, or left to the decoder to make up: a gap, however it sounds. */
const NO_SOUND_BYTES = 3;

/** Kinds of callers: browsers, gateways that send no level, and the telephone network. */
const KINDS = [
  { name: "Opus", codec: "opus", reportsLevel: true },
  { name: "Opus without level", codec: "opus", reportsLevel: false },
  { name: "G.711", codec: "PCMU", reportsLevel: false },
] as const;
type Kind = (typeof KINDS)[number];

/** A hundred callers speak to one worker at once; this process is on one core, they on another. */
export async function run(report: Report): Promise<void> {
  const isPinned = availableParallelism() > 1 && pin(process.pid, 0);
  for (const kind of KINDS) await messagesOf(report, kind, isPinned);
}

async function messagesOf(report: Report, kind: Kind, isPinned: boolean): Promise<void> {
  const engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
  const load = fork(fileURLToPath(await bundleForNode(new URL("../load/media-load.ts", import.meta.url))));
  const folder = mkdtempSync(join(tmpdir(), "voicemail-bench-"));
  if (isPinned && load.pid !== undefined) pin(load.pid, 1);
  try {
    const ports: MediaPort[] = [];
    for (let id = 0; id < CALLERS; id += 1) {
      const port = engine.open();
      ports.push(port);
      await connectLeg(port, load, id, voiceOf(kind, id));
    }
    await sendFor(load, WARM_UP_MS);
    await messages(report, { kind, load, ports, folder });
    if (kind === KINDS[0]) await calls(report, { load, ports, folder });
  } finally {
    load.kill();
    await engine.close();
    rmSync(folder, { recursive: true });
  }
}

/** With its threads; those that are made later stay there too. */
function pin(pid: number, core: number): boolean {
  return spawnSync("taskset", ["-apc", String(core), String(pid)]).status === 0;
}

interface Turn {
  readonly load: ChildProcess;
  readonly ports: readonly MediaPort[];
  readonly folder: string;
}

async function messages(report: Report, { kind, load, ports, folder }: Turn & { kind: Kind }): Promise<void> {
  for (const port of ports) port.hear({ kind: "prompt", prompt: { kind: "silence" } });
  const pathOf = (id: number): string => join(folder, `message-${id}.opus`);
  const recordings: MediaRecording[] = [];
  const busy = await cpuPercent(load, () => {
    for (const [id, port] of ports.entries()) recordings.push(port.record({ path: pathOf(id), sides: "said" }));
  });
  for (const recording of recordings) recording.stop();
  await Promise.all(recordings.map(({ ended }) => ended));
  const heard = ports.map((_, id) => examine(pathOf(id), voiceOf(kind, id).hz));
  const stats = await Promise.all(ports.map((port) => port.stats()));
  const lost = stats.reduce((sum, { packetsLost }) => sum + packetsLost, 0);
  const against = "issue 5";
  const name = `voicemail, ${kind.name}:`;
  report({
    name: `${name} messages of ${CALLERS} recorded at once without a gap`,
    value: heard.filter(({ gapMs, soundMs }) => gapMs === 0 && soundMs >= FOR_MS).length,
    unit: "messages",
    bound: CALLERS,
    better: "higher",
    against,
  });
  const longest = Math.max(...heard.map(({ gapMs }) => gapMs));
  report({
    name: `${name} longest gap in any (${lost} packets were lost on the way in total)`,
    value: longest,
    unit: "ms",
    bound: FRAME_MS,
    better: "lower",
    against: "one packet",
  });
  report({
    name: `${name} one core busy recording ${CALLERS} messages${isAloneOnCore() ? "" : " (not held to one core)"}`,
    value: busy,
    unit: "%",
    bound: 100,
    better: "lower",
    against: "one core",
  });
}

function isAloneOnCore(): boolean {
  return availableParallelism() === 1;
}

/** The same callers in pairs, one of each recorded with both sides: turns of both kinds, so that a busy minute spoils neither. */
async function calls(report: Report, { load, ports, folder }: Turn): Promise<void> {
  const firsts = ports.filter((_, id) => id % 2 === 0);
  for (const [at, first] of firsts.entries()) {
    const second = ports[2 * at + 1];
    if (second === undefined) continue;
    first.hear({ kind: "peer", port: second });
    second.hear({ kind: "peer", port: first });
  }
  let plain = 0;
  let recorded = 0;
  for (const turn of [1, 2, 3]) {
    plain += await cpuPercent(load, () => undefined);
    const recordings: MediaRecording[] = [];
    recorded += await cpuPercent(load, () => {
      for (const [id, port] of firsts.entries())
        recordings.push(port.record({ path: join(folder, `call-${turn}-${id}.opus`) }));
    });
    for (const recording of recordings) recording.stop();
    await Promise.all(recordings.map(({ ended }) => ended));
  }
  report({
    name: "recording: what it adds to the cost of a call",
    value: (recorded / plain - 1) * 100,
    unit: "%",
    bound: 20,
    better: "lower",
    against: "issue 5",
  });
}

/** Of one core, this process and its threads, while the load sends. */
async function cpuPercent(load: ChildProcess, begin: () => void): Promise<number> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  begin();
  await sendFor(load, FOR_MS);
  const used = process.cpuUsage(before);
  return ((used.user + used.system) / 1000 / (performance.now() - startedAt)) * 100;
}

/** Every caller has a tone of their own, and a second of it is a whole number of waves. */
function voiceOf({ codec, reportsLevel }: Kind, id: number): LoadVoice {
  return { codec, reportsLevel, hz: 300 + 10 * id };
}

/** The tone lasts from the first packet with sound to the last; before and after it there is silence. */
function examine(path: string, hz: number): { readonly soundMs: number; readonly gapMs: number } {
  const { left, pages } = readRecording(readFileSync(path));
  const packets = pages.slice(2).flatMap((page) => page.packets);
  const isSound = packets.map(({ length }) => length > NO_SOUND_BYTES);
  const [first, last] = [isSound.indexOf(true), isSound.lastIndexOf(true)];
  const settled = first + SETTLING_MS / FRAME_MS;
  let gap = 0;
  let longest = 0;
  for (let at = first; at < last; at += 1) {
    const tone = amplitudeAt(left.subarray(at * FRAME, (at + 1) * FRAME), 48_000, hz);
    const isThere = isSound[at] === true && (at < settled || tone > TONE_IS_THERE);
    gap = isThere ? 0 : gap + 1;
    longest = Math.max(longest, gap);
  }
  return { soundMs: isSound.filter(Boolean).length * FRAME_MS, gapMs: longest * FRAME_MS };
}

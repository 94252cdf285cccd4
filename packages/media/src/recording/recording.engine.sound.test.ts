import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  amplitudeAt,
  buildMediaWorker,
  createMediaPeer,
  readRecording,
  rmsLevel,
  type MediaPeer,
} from "@callpanel/testkit";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createMediaEngine } from "../media.engine.ts";
import type { MediaEngine, MediaPort } from "../media.port.ts";
import { MUSIC_PEDAL_HZ } from "../prompt/score.ts";

const WAIT = { timeout: 30_000, interval: 10 }; // audio is real time, and the machine may be busy
vi.setConfig({ testTimeout: 90_000 });
const peers: MediaPeer[] = [];
let workerUrl: URL;
let engine: MediaEngine;
let folder: string;

beforeAll(async () => {
  workerUrl = await buildMediaWorker();
});
beforeEach(() => {
  engine = createMediaEngine({ workerUrl, workerCount: 2, mediaAddress: "127.0.0.1" });
  folder = mkdtempSync(join(tmpdir(), "recording-"));
});
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function connect(
  codec: "opus" | "PCMU" | "PCMA",
  frequencyHz: number,
): Promise<{ peer: MediaPeer; port: MediaPort }> {
  const peer = createMediaPeer({ codec });
  peers.push(peer);
  const port = engine.open();
  await peer.accept((await port.answer({ offer: await peer.offer() })).sdp);
  await peer.connected();
  peer.sendTone({ frequencyHz, amplitude: 0.5 });
  await expect.poll(async () => (await port.stats()).packetsReceived, WAIT).toBeGreaterThan(10);
  return { peer, port };
}

/** Waits until a port has sent and received this many more packets. */
async function goesOn(port: MediaPort, packets: number): Promise<void> {
  const { packetsReceived, packetsSent } = await port.stats();
  await expect.poll(async () => (await port.stats()).packetsReceived, WAIT).toBeGreaterThan(packetsReceived + packets);
  await expect.poll(async () => (await port.stats()).packetsSent, WAIT).toBeGreaterThan(packetsSent + packets);
}

test("REC-6 everything that the party hears is recorded: a peer, music, another peer of another worker", async () => {
  const [a, b, c] = [await connect("opus", 440), await connect("opus", 1000), await connect("opus", 700)];
  const path = join(folder, "moves.opus");
  const listens = async (to: Parameters<MediaPort["hear"]>[0], hz: number): Promise<void> => {
    a.port.hear(to);
    const heardNow = () => amplitudeAt(a.peer.heard(a.peer.packets.slice(-25)).pcm, 48_000, hz);
    await expect.poll(heardNow, WAIT).toBeGreaterThan(0.1);
    await goesOn(a.port, 50);
  };
  await listens({ kind: "peer", port: b.port }, 1000);
  const recording = a.port.record({ path });
  await goesOn(a.port, 50);
  await listens({ kind: "prompt", prompt: { kind: "music" } }, MUSIC_PEDAL_HZ);
  await listens({ kind: "peer", port: c.port }, 700);
  recording.stop();
  const ended = await recording.ended;
  const read = readRecording(readFileSync(path));
  expect(ended).toEqual({ durationMs: Math.floor(read.durationMs), bytes: readFileSync(path).length, marks: [] });
  expect(tonesOf(read.right, [1000, MUSIC_PEDAL_HZ, 700])).toEqual([1000, MUSIC_PEDAL_HZ, 700]);
  expect(tonesOf(read.left, [1000, MUSIC_PEDAL_HZ, 700, 440])).toEqual([440]);
});

/** The tones that are heard, one after the other, in steps of 200 ms. */
function tonesOf(pcm: Int16Array, tones: readonly number[]): readonly number[] {
  const heard: number[] = [];
  for (let at = 0; at + 9_600 <= pcm.length; at += 9_600) {
    const part = pcm.subarray(at, at + 9_600);
    const [loudest] = tones.toSorted((x, y) => amplitudeAt(part, 48_000, y) - amplitudeAt(part, 48_000, x));
    if (loudest === undefined || amplitudeAt(part, 48_000, loudest) < 0.1 || heard.at(-1) === loudest) continue;
    heard.push(loudest);
  }
  return heard;
}

test.each(["PCMU", "PCMA"] as const)(
  "REC-5 a %s call is recorded as Opus, and a second recording of the same port is refused",
  async (codec) => {
    const leg = await connect(codec, 600);
    leg.port.hear({ kind: "echo" });
    const path = join(folder, `${codec}.opus`);
    const recording = leg.port.record({ path });
    expect(await leg.port.record({ path: join(folder, "other.opus") }).ended).toMatchObject({
      bytes: 0,
      failure: "the port is being recorded already",
    });
    await goesOn(leg.port, 50);
    recording.stop();
    expect(await recording.ended).not.toHaveProperty("failure");
    const read = readRecording(readFileSync(path));
    for (const channel of [read.left, read.right]) expect(tonesOf(channel, [600, 440, 1000])).toEqual([600]);
  },
);

test.each([
  ["a folder that is not there", (at: string) => join(at, "missing", "file.opus"), "ENOENT"],
  ["a file that is there already", (at: string) => join(at, "taken.opus"), "EEXIST"],
])("REC-9 %s fails the recording and not the call", async (_, pathIn, code) => {
  writeFileSync(join(folder, "taken.opus"), "kept");
  const leg = await connect("opus", 440);
  leg.port.hear({ kind: "echo" });
  const ended = await leg.port.record({ path: pathIn(folder) }).ended;
  expect(ended).toMatchObject({ durationMs: 0, bytes: 0 });
  expect(ended.failure).toContain(code);
  await goesOn(leg.port, 10);
  expect(readFileSync(join(folder, "taken.opus"), "utf8")).toBe("kept");
});

test("REC-10 the end of the port, and of the engine, ends the recording with a complete file", async () => {
  const [a, b] = [await connect("opus", 440), await connect("opus", 1000)];
  const paths = [join(folder, "closed.opus"), join(folder, "stopped.opus")];
  const [closed, stopped] = [a, b].map(({ port }, i) => port.record({ path: paths[i] ?? "" }));
  a.port.hear({ kind: "echo" });
  await goesOn(a.port, 30);
  a.port.close();
  expect(await closed?.ended).not.toHaveProperty("failure");
  await engine.close();
  expect(await stopped?.ended).not.toHaveProperty("failure");
  for (const path of paths) {
    const read = readRecording(readFileSync(path));
    expect(read.pages.at(-1)?.last).toBe(true);
    expect(rmsLevel(read.left.subarray(10_000))).toBeGreaterThan(0.2);
  }
});

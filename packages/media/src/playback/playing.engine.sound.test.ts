import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  amplitudeAt,
  buildMediaWorker,
  createMediaPeer,
  dominantTone,
  readRecording,
  type MediaPeer,
} from "@callpanel/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createMediaEngine } from "../media.engine.ts";
import type { MediaEngine, MediaEvent, MediaPort } from "../media.port.ts";

const WAIT = { timeout: 30_000, interval: 10 };
const peers: MediaPeer[] = [];
let engine: MediaEngine;
let folder: string;

beforeAll(async () => {
  engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "playing-"));
});
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
  rmSync(folder, { recursive: true });
});
afterAll(() => engine.close());

async function connect(codec: "opus" | "PCMU" | "PCMA") {
  const peer = createMediaPeer({ codec });
  peers.push(peer);
  const port = engine.open();
  const events: MediaEvent[] = [];
  port.subscribe((event) => events.push(event));
  await peer.accept((await port.answer({ offer: await peer.offer() })).sdp);
  await peer.connected();
  return { peer, port, events };
}

const received = (port: MediaPort, packets: number) =>
  expect.poll(async () => (await port.stats()).packetsReceived, WAIT).toBeGreaterThan(packets);
const played = (events: readonly MediaEvent[]) => events.filter(({ kind }) => kind === "played");

/** A tone of a second or more, as a caller left it. */
async function message(frequencyHz: number): Promise<string> {
  const path = join(folder, `${frequencyHz}.opus`);
  const { peer, port, events } = await connect("opus");
  peer.sendTone({ frequencyHz, amplitude: 0.5 });
  await received(port, 10);
  const recording = port.record({ path, sides: "said" });
  await expect
    .poll(() => events.filter(({ kind }) => kind === "talking"), WAIT)
    .toEqual([{ kind: "talking", talking: true }]);
  // Counted from here: on a busy machine many have come before the recording began.
  const { packetsReceived } = await port.stats();
  await received(port, packetsReceived + 80);
  recording.stop();
  expect(await recording.ended).not.toHaveProperty("failure");
  port.close();
  const read = readRecording(readFileSync(path));
  expect(dominantTone(read.left.subarray(10_000, -5_000), 48_000).frequencyHz).toBeCloseTo(frequencyHz, -1);
  return path;
}

test("MEDIA-71 REC-11 REC-12 the recorded words of one party are heard by others, in each codec, once, and the end is reported", async () => {
  const path = await message(700);
  for (const codec of ["opus", "PCMU", "PCMA"] as const) {
    const { peer, port, events } = await connect(codec);
    port.hear({ kind: "file", path });
    await expect.poll(() => played(events), WAIT).toEqual([{ kind: "played", path }]);
    const { pcm, sampleRate } = peer.heard();
    expect(dominantTone(pcm.subarray(sampleRate / 4, sampleRate), sampleRate).frequencyHz).toBeCloseTo(700, -1);
    expect(amplitudeAt(pcm.subarray(sampleRate / 4, sampleRate), sampleRate, 700)).toBeGreaterThan(0.3);
    const before = peer.packets.length;
    await expect.poll(() => peer.packets.length, WAIT).toBeGreaterThan(before + 40);
    const after = peer.heard(peer.packets.slice(-25));
    expect(amplitudeAt(after.pcm, after.sampleRate, 700)).toBeLessThan(0.01);
    port.close();
  }
});

test("MEDIA-71 it starts at the given position; being replaced is not reported as its end", async () => {
  const path = await message(700);
  const whole = readRecording(readFileSync(path)).durationMs;
  const { port, events } = await connect("opus");
  port.hear({ kind: "file", path, fromMs: whole - 200, token: 7 });
  await expect.poll(() => played(events), WAIT).toEqual([{ kind: "played", path, token: 7 }]);
  expect((await port.stats()).packetsSent).toBeLessThan(whole / 20 / 2);
  port.hear({ kind: "file", path });
  port.hear({ kind: "prompt", prompt: { kind: "silence" } });
  const { packetsSent } = await port.stats();
  await expect.poll(async () => (await port.stats()).packetsSent, WAIT).toBeGreaterThan(packetsSent + whole / 20);
  expect(played(events)).toHaveLength(1);
});

test("MEDIA-72 a missing file, or a file without audio, is reported; the stream continues", async () => {
  const { port, events } = await connect("opus");
  const missing = join(folder, "missing.opus");
  port.hear({ kind: "file", path: missing });
  await expect
    .poll(() => played(events), WAIT)
    .toEqual([{ kind: "played", path: missing, failure: expect.stringContaining("ENOENT") }]);
  const text = join(folder, "text.opus");
  writeFileSync(text, "no sound");
  port.hear({ kind: "file", path: text });
  await expect.poll(() => played(events), WAIT).toHaveLength(2);
  expect(played(events)[1]).toEqual({ kind: "played", path: text, failure: "not a sound file" });
  const { packetsSent } = await port.stats();
  await expect.poll(async () => (await port.stats()).packetsSent, WAIT).toBeGreaterThan(packetsSent + 10);
});

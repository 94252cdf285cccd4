import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  amplitudeAt,
  buildMediaWorker,
  createMediaPeer,
  readRecording,
  toneFile,
  type MediaPeer,
} from "@callpanel/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMediaEngine } from "../media.engine.ts";
import type { MediaEngine, MediaEvent, MediaPort } from "../media.port.ts";

const WAIT = { timeout: 30_000, interval: 10 };

let engine: MediaEngine;
const legs: Leg[] = [];

beforeAll(async () => {
  engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 2, mediaAddress: "127.0.0.1" });
});
afterEach(async () => {
  for (const { port } of legs) port.close();
  await Promise.all(legs.splice(0).map(({ peer }) => peer.close()));
});
afterAll(() => engine.close());

interface Leg {
  readonly peer: MediaPeer;
  readonly port: MediaPort;
  readonly events: readonly MediaEvent[];
}

async function connect(options: Parameters<typeof createMediaPeer>[0], near?: MediaPort): Promise<Leg> {
  const peer = createMediaPeer(options);
  const port = engine.open(near === undefined ? {} : { near });
  const events: MediaEvent[] = [];
  port.subscribe((event) => events.push(event));
  const leg = { peer, port, events };
  legs.push(leg);
  await peer.accept((await port.answer({ offer: await peer.offer() })).sdp);
  await peer.connected();
  return leg;
}

function hearAllOthers(members: readonly Leg[]): void {
  for (const { port } of members) {
    port.hear({ kind: "mix", ports: members.map((other) => other.port).filter((other) => other !== port) });
  }
}

/** Measures amplitudes for about a second, from now on. */
async function listen({ peer }: Leg): Promise<(hz: number) => number> {
  peer.forget();
  await expect.poll(() => peer.packets.length, WAIT).toBeGreaterThanOrEqual(50);
  const { pcm, sampleRate } = peer.heard();
  return (hz) => amplitudeAt(pcm.subarray(sampleRate / 4), sampleRate, hz);
}

describe("a room of real parties", () => {
  test("MEDIA-60 MEDIA-61 MEDIA-68 three parties in two workers and with two codecs hear the others, not themselves", async () => {
    const a = await connect({ codec: "opus", audioLevel: true });
    const b = await connect({ codec: "opus", audioLevel: true });
    const c = await connect({ codec: "PCMU" }, a.port);
    hearAllOthers([a, b, c]);
    const tones = new Map([
      [a, 440],
      [b, 1000],
      [c, 1500],
    ]);
    for (const [leg, frequencyHz] of tones) leg.peer.sendTone({ frequencyHz, amplitude: 0.2 });
    await expect.poll(() => legs.every(({ events }) => events.some(({ kind }) => kind === "talking")), WAIT).toBe(true);
    // On a busy machine a late party is heard in parts at first: the rule is about the end result.
    for (const leg of legs) {
      const others = [...tones].flatMap(([other, hz]) => (other === leg ? [] : [hz]));
      await expect.poll(async () => Math.min(...others.map(await listen(leg))), WAIT).toBeGreaterThan(0.1);
      expect((await listen(leg))(tones.get(leg) ?? 0)).toBeLessThan(0.01);
    }
  });

  test("MEDIA-69 the sound for a listener is louder or quieter by the given decibels", async () => {
    const a = await connect({ codec: "opus", audioLevel: true });
    const b = await connect({ codec: "opus", audioLevel: true });
    b.peer.sendTone({ frequencyHz: 440, amplitude: 0.1 });
    for (const [all, of, expected] of [
      [0, 0, 0.1],
      [9, 0, 0.28],
      [-6, 12, 0.2],
      [-12, 0, 0.025],
    ] as const) {
      a.port.hear({ kind: "mix", ports: [b.port], gains: { all, of: new Map([[b.port.id, of]]) } });
      await expect.poll(async () => Math.abs(20 * Math.log10((await listen(a))(440) / expected)), WAIT).toBeLessThan(1);
    }
  });

  test("MEDIA-73 MEDIA-74 a port without a far end is heard with the others in both workers and codecs, and one file of all is recorded", async () => {
    const folder = await mkdtemp(join(tmpdir(), "callpanel-inner-"));
    const path = join(folder, "room.opus");
    const a = await connect({ codec: "opus", audioLevel: true });
    const b = await connect({ codec: "PCMU" });
    const inner = engine.openInner();
    const played: MediaEvent[] = [];
    inner.subscribe((event) => played.push(event));
    const prompt = join(folder, "prompt.opus");
    await writeFile(prompt, toneFile({ frequencyHz: 2100, amplitude: 0.2 }, 20));
    a.port.hear({ kind: "mix", ports: [b.port, inner] });
    b.port.hear({ kind: "mix", ports: [a.port, inner] });
    inner.hear({ kind: "mix", ports: [a.port, b.port, inner] });
    const recording = inner.record({ path });
    a.peer.sendTone({ frequencyHz: 440, amplitude: 0.2 });
    b.peer.sendTone({ frequencyHz: 1000, amplitude: 0.2 });
    inner.say({ kind: "file", path: prompt, token: 7 });
    for (const [leg, hz] of [
      [a, 1000],
      [b, 440],
    ] as const) {
      await expect
        .poll(async () => {
          const at = await listen(leg);
          return Math.min(at(hz), at(2100));
        }, WAIT)
        .toBeGreaterThan(0.1);
    }
    inner.say({ kind: "file", path: join(folder, "missing.opus"), token: 8 });
    const ends = () => played.filter(({ kind }) => kind === "played");
    await expect.poll(ends, WAIT).toMatchObject([{ token: 8, failure: expect.any(String) }]);
    await expect.poll(async () => (await listen(a))(2100), WAIT).toBeLessThan(0.01);
    recording.stop();
    const { durationMs } = await recording.ended;
    expect(durationMs).toBeGreaterThan(2_000);
    const { left } = readRecording(await readFile(path));
    // One channel: there is a quarter of a second with all three at the same time.
    const windows = Array.from({ length: Math.floor(left.length / 12_000) }, (_, i) =>
      left.subarray(i * 12_000, (i + 1) * 12_000),
    );
    const together = windows.map((sound) => Math.min(...[440, 1000, 2100].map((hz) => amplitudeAt(sound, 48_000, hz))));
    expect(Math.max(...together)).toBeGreaterThan(0.1);
    inner.close();
    await rm(folder, { recursive: true });
  });

  test("MEDIA-62 peer, mix, music, mix: one stream", async () => {
    const a = await connect({ codec: "opus", audioLevel: true });
    const b = await connect({ codec: "opus", audioLevel: true }, a.port);
    const c = await connect({ codec: "opus", audioLevel: true }, a.port);
    a.peer.sendTone({ frequencyHz: 440, amplitude: 0.2 });
    c.peer.sendTone({ frequencyHz: 1000, amplitude: 0.2 });
    const collect = async (): Promise<void> => {
      const from = b.peer.packets.length;
      await expect.poll(() => b.peer.packets.length, WAIT).toBeGreaterThanOrEqual(from + 25);
    };
    for (const source of [
      { kind: "peer", port: a.port },
      { kind: "mix", ports: [a.port, c.port] },
      { kind: "prompt", prompt: { kind: "music" } },
      { kind: "mix", ports: [a.port] },
      { kind: "mix", ports: [a.port, c.port] },
      { kind: "mix", ports: [] },
    ] as const) {
      b.port.hear(source);
      await collect();
    }
    const all = [...b.peer.packets];
    expect(new Set(all.map(({ ssrc }) => ssrc)).size).toBe(1);
    for (const [i, packet] of all.slice(1).entries()) {
      const last = all[i];
      if (last === undefined) throw new Error("no packet before");
      expect((packet.sequence - last.sequence) & 0xffff).toBe(1);
      expect((packet.timestamp - last.timestamp) >>> 0).toBeGreaterThan(0);
    }
  });
});

import { amplitudeAt, buildMediaWorker, createMediaPeer, dominantTone } from "@callpanel/testkit";
import type { MediaPeer } from "@callpanel/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMediaEngine } from "./media.engine.ts";
import type { MediaEngine, MediaPort } from "./media.port.ts";

let workerUrl: URL;
let engine: MediaEngine;
const peers: MediaPeer[] = [];

beforeAll(async () => {
  workerUrl = await buildMediaWorker();
  engine = createMediaEngine({ workerUrl, workerCount: 1, mediaAddress: "127.0.0.1" });
});
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});
afterAll(() => engine.close());

function newPeer(options: Parameters<typeof createMediaPeer>[0]): MediaPeer {
  const peer = createMediaPeer(options);
  peers.push(peer);
  return peer;
}

async function connectByOffer(peer: MediaPeer, port: MediaPort): Promise<void> {
  const { sdp } = await port.answer({ offer: await peer.offer() });
  await peer.accept(sdp);
  await peer.connected();
}

async function connectByAnswer(peer: MediaPeer, port: MediaPort): Promise<void> {
  const { sdp } = await port.offer({});
  await port.accept({ answer: await peer.answer(sdp) });
  await peer.connected();
}

describe("a bridge", () => {
  test("MEDIA-20 two parties hear each other's tone at its frequency and level", async () => {
    const alice = newPeer({ codec: "opus", payloadType: 96 });
    const bob = newPeer({ codec: "opus", payloadType: 109 });
    const a = engine.open();
    const b = engine.open({ near: a });
    await Promise.all([connectByOffer(alice, a), connectByAnswer(bob, b)]);
    a.hear({ kind: "peer", port: b });
    b.hear({ kind: "peer", port: a });

    alice.sendTone({ frequencyHz: 440, amplitude: 0.5 });
    bob.sendTone({ frequencyHz: 1000, amplitude: 0.25 });
    await expect.poll(() => Math.min(alice.packets.length, bob.packets.length), { timeout: 5000 }).toBeGreaterThan(40);

    const atBob = await bob.heard();
    const atAlice = await alice.heard();
    expect(dominantTone(atBob.pcm, atBob.sampleRate).frequencyHz).toBeCloseTo(440, -1);
    expect(amplitudeAt(atBob.pcm, atBob.sampleRate, 440)).toBeCloseTo(0.5, 1);
    expect(dominantTone(atAlice.pcm, atAlice.sampleRate).frequencyHz).toBeCloseTo(1000, -1);
    expect(amplitudeAt(atAlice.pcm, atAlice.sampleRate, 1000)).toBeCloseTo(0.25, 1);
    a.close();
    b.close();
  });
});

/** Sound before the answer with real audio: a gateway's announcement, heard by frequency and level. */
import { createMediaPeer, dominantTone, settle, type MediaPeer, type SipPhoneOptions } from "@callpanel/testkit";
import { startMediaEngine } from "@callpanel/testkit/media";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestPbx, PASSWORD, person } from "../../../../test/test-pbx.ts";
import { giveNumbers, STRANGER } from "../../../../test/outside.ts";
import type { MediaEngine } from "@callpanel/media";

const ALICE_HZ = 440;
const ANNOUNCEMENT_HZ = 950;
const AMPLITUDE = 0.4;
/** Audio runs in real time, and a busy machine takes longer. */
const WAIT = { timeout: 30_000, interval: 10 };
const TEST_MS = 120_000;
const PACKETS = 25;

let engine: MediaEngine;
const peers: MediaPeer[] = [];
beforeAll(async () => {
  engine = await startMediaEngine();
});
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});
afterAll(() => engine.close());

function voice(codec: "opus" | "PCMU"): { readonly peer: MediaPeer; readonly options: Partial<SipPhoneOptions> } {
  const peer = createMediaPeer({ codec });
  peers.push(peer);
  return { peer, options: { media: () => ({ offer: () => peer.offer(), answer: peer.answer, accept: peer.accept }) } };
}

async function heardTone(peer: MediaPeer) {
  peer.forget();
  await expect.poll(() => peer.packets.length, WAIT).toBeGreaterThan(PACKETS);
  const { pcm, sampleRate } = peer.heard();
  return dominantTone(pcm.subarray(sampleRate / 5), sampleRate);
}

test.each(["opus", "PCMU"] as const)(
  "CALL-100, CALL-101 an announcement in %s is heard before the answer at its frequency and level, and nothing goes back",
  { timeout: TEST_MS },
  async (codec) => {
    const pbx = createTestPbx({}, { engine });
    giveNumbers(pbx);
    const [alice, gateway] = [voice("opus"), voice(codec)];
    const phone = await pbx.registered("alice", alice.options);
    pbx.directory.addTrunk({ ...person(-1, "trunk1", "trunk1", "Trunk 1"), trunk: true }, PASSWORD);
    const line = await pbx.registered("trunk1", gateway.options);
    const out = phone.call(STRANGER);
    const far = await line.incoming();
    await far.early();
    await Promise.all([alice.peer.connected(), gateway.peer.connected()]);
    gateway.peer.sendTone({ frequencyHz: ANNOUNCEMENT_HZ, amplitude: AMPLITUDE });
    alice.peer.sendTone({ frequencyHz: ALICE_HZ, amplitude: AMPLITUDE });
    const { frequencyHz, amplitude } = await heardTone(alice.peer);
    expect(Math.abs(frequencyHz - ANNOUNCEMENT_HZ)).toBeLessThan(10);
    expect(amplitude).toBeGreaterThan(AMPLITUDE * 0.8);
    expect(amplitude).toBeLessThan(AMPLITUDE * 1.2);
    expect(gateway.peer.packets).toEqual([]);
    await far.answer();
    await out.until("talking");
    await settle();
    expect(Math.abs((await heardTone(gateway.peer)).frequencyHz - ALICE_HZ)).toBeLessThan(10);
    expect(Math.abs((await heardTone(alice.peer)).frequencyHz - ANNOUNCEMENT_HZ)).toBeLessThan(10);
    out.hangUp();
    await expect.poll(() => pbx.system.snapshot().counts.mediaPorts, WAIT).toBe(0);
  },
);

/** Voicemail with real audio: a greeting recorded by telephone, a message left after it and heard by its owner. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  amplitudeAt,
  createFakeVoicemail,
  createMediaPeer,
  dominantTone,
  readRecording,
  type MediaPeer,
  type PhoneCall,
} from "@callpanel/testkit";
import { startMediaEngine } from "@callpanel/testkit/media";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPbx, REALM, type TestPbx } from "../../../../test/test-pbx.ts";
import { telephoneEventPayload, type MediaEngine } from "@callpanel/media";

const GREETING_HZ = 700;
const MESSAGE_HZ = 440;
/** Audio runs in real time, and a busy machine takes longer. */
const WAIT = { timeout: 30_000, interval: 10 };
const TEST_MS = 120_000;
const PACKETS = 15;
/** The size of a file with more than a second of audio. */
const SOME_BYTES = 4_000;

let engine: MediaEngine;
let folder: string;
const peers: MediaPeer[] = [];
beforeAll(async () => {
  engine = await startMediaEngine();
  folder = mkdtempSync(join(tmpdir(), "voicemail-"));
});
afterAll(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function callWithSound(pbx: TestPbx, name: string, number: string) {
  const peer = createMediaPeer({ codec: "opus" });
  peers.push(peer);
  const media = { offer: () => peer.offer(), answer: peer.answer, accept: peer.accept };
  const phone = await pbx.registered(name, { media: () => media });
  const call = phone.call(number);
  expect(await call.until("talking")).toBe("talking");
  await peer.connected();
  return { call, peer };
}

/** Advances the clock of the phone system until `holds` is true. */
async function until(pbx: TestPbx, holds: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      await pbx.clock.advance(WAIT.interval);
      return holds();
    }, WAIT)
    .toBe(true);
}

function hears(pbx: TestPbx, peer: MediaPeer, hz: number): Promise<void> {
  return until(pbx, () => {
    const latest = peer.packets.slice(-PACKETS);
    const { pcm, sampleRate } = peer.heard(latest);
    return latest.length === PACKETS && amplitudeAt(pcm.subarray(sampleRate / 20), sampleRate, hz) > 0.15;
  });
}

async function press(call: PhoneCall, digits: string): Promise<void> {
  for (const digit of digits) {
    const body = `Signal=${digit}\r\nDuration=100\r\n`;
    const { status } = await call.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body });
    expect(status).toBe(200);
  }
}

/** A digit as most telephones send it (RFC 4733). */
function pressInSound(peer: MediaPeer, digit: "#"): void {
  for (const [at, end] of [false, false, true, true, true].entries()) {
    const payload = Buffer.from(telephoneEventPayload({ digit, end, duration: Math.min(at + 1, 3) * 1_600 }));
    const timestamp = 20_000_000;
    peer.sendPacket({
      payloadType: peer.payloadTypes.event,
      sequence: 20_000 + at,
      timestamp,
      payload,
      marker: at === 0,
    });
  }
}

const grown = (path: string | undefined): boolean =>
  path !== undefined && existsSync(path) && statSync(path).size > SOME_BYTES;
/** The number of prompts without a file so far; it shows when a menu has been reached. */
const silences = ({ logged }: TestPbx): number => logged.filter((one) => one.includes("could not be played")).length;
const toneOf = (path: string): number => {
  const { left } = readRecording(readFileSync(path));
  return dominantTone(left.subarray(10_000, 40_000), 48_000).frequencyHz;
};

const BEEP_HZ = 1000;
const BEEP_MS = 400;

/** The length of each part of the beep that a party has heard, by 20 ms. */
function beepsIn(peer: MediaPeer): readonly number[] {
  const { pcm, sampleRate } = peer.heard();
  const window = sampleRate / 50;
  const lengths: number[] = [];
  let length = 0;
  for (let at = 0; at + window <= pcm.length; at += window) {
    const isBeep = amplitudeAt(pcm.subarray(at, at + window), sampleRate, BEEP_HZ) > 0.05;
    if (!isBeep && length > 0) lengths.push(length);
    length = isBeep ? length + 20 : 0;
  }
  return length > 0 ? [...lengths, length] : lengths;
}

test(
  "VMP-31 VMP-36 VMP-52 VMP-63 a greeting is recorded by telephone and heard by a caller; the owner hears the caller's message",
  { timeout: TEST_MS },
  async () => {
    const boxes = createFakeVoicemail(REALM, { folder });
    const limits = { shortestMs: 500 };
    const { id } = boxes.add({ mailbox: "102", ownerId: 2, asksOwnerForPin: false, skipInstruct: true, limits });
    const pbx = createTestPbx({}, { engine, boxes, promptsFolder: folder });
    const bob = await callWithSound(pbx, "bob", "*97");
    await press(bob.call, "011");
    const fallSilent = bob.peer.sendTone({ frequencyHz: GREETING_HZ, amplitude: 0.5 });
    await until(pbx, () => grown(boxes.drafts[0]?.path));
    fallSilent();
    const before = silences(pbx);
    pressInSound(bob.peer, "#");
    await until(pbx, () => silences(pbx) > before);
    await press(bob.call, "1");
    await until(pbx, () => boxes.drafts[0]?.state === "finished");
    expect(Math.abs(toneOf(boxes.drafts[0]?.path ?? "") - GREETING_HZ)).toBeLessThan(10);

    // The engine makes its tones when it starts, which takes a while. From then on Bob is sent silence.
    await until(pbx, () => bob.peer.packets.length > 0);
    const alice = await callWithSound(pbx, "alice", "*98102");
    await hears(pbx, alice.peer, GREETING_HZ);
    // The beep plays once and completely before anything is recorded; the clock of the phone system stands still meanwhile.
    await expect.poll(() => beepsIn(alice.peer)[0] ?? 0, WAIT).toBeGreaterThanOrEqual(BEEP_MS - 40);
    expect(existsSync(boxes.drafts[1]?.path ?? "")).toBe(false);
    await until(pbx, () => existsSync(boxes.drafts[1]?.path ?? ""));
    const [beep = 0, ...more] = beepsIn(alice.peer);
    expect([beep <= BEEP_MS + 40, more]).toEqual([true, []]);
    alice.peer.sendTone({ frequencyHz: MESSAGE_HZ, amplitude: 0.5 });
    await until(pbx, () => grown(boxes.drafts[1]?.path));
    alice.call.hangUp();
    await until(pbx, () => boxes.kept(id).length === 1);
    const [message] = boxes.kept(id);
    expect(Math.abs(toneOf(message?.path ?? "") - MESSAGE_HZ)).toBeLessThan(10);
    const { left } = readRecording(readFileSync(message?.path ?? ""));
    expect(amplitudeAt(left, 48_000, BEEP_HZ)).toBeLessThan(0.005);

    bob.peer.forget();
    await press(bob.call, "**1");
    await hears(pbx, bob.peer, MESSAGE_HZ);
    await press(bob.call, "7*");
    await until(pbx, () => boxes.kept(id).length === 0);
    bob.call.hangUp();
    await until(pbx, () => pbx.system.snapshot().counts.mediaPorts === 0);
  },
);

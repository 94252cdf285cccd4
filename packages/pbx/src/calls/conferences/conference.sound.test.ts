/** Four telephones with real sound in one conference: which of them hear each other, by the frequencies of their tones. */
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  amplitudeAt,
  createMediaPeer,
  toneFile,
  type MediaPeer,
  type PhoneCall,
  type SipPhone,
} from "@callpanel/testkit";
import { startMediaEngine } from "@callpanel/testkit/media";
import type { MediaEngine } from "@callpanel/media";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { roomParts } from "../../../test/conference-office.ts";
import { createTestPbx, type TestPbx } from "../../../test/test-pbx.ts";

const WAIT = { timeout: 30_000, interval: 10 };
const PEOPLE = [
  { name: "alice", hz: 440 },
  { name: "bob", hz: 1000 },
  { name: "carol", hz: 1500 },
  { name: "dave", hz: 2100 },
] as const;

const ANNOUNCED_HZ = 2500;
const MENU_HZ = 3000;

let engine: MediaEngine;
const peers: MediaPeer[] = [];
beforeAll(async () => {
  engine = await startMediaEngine();
});
afterAll(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  await engine.close();
});

/** How loud tones are that a phone hears in about a second, at their loudest: on a busy machine a talker's packets come late, and the room goes on without. */
async function levels(peer: MediaPeer): Promise<(hz: number) => number> {
  peer.forget();
  await expect.poll(() => peer.packets.length, WAIT).toBeGreaterThanOrEqual(50);
  const { pcm, sampleRate } = peer.heard();
  const length = sampleRate / 5;
  const starts = Array.from({ length: Math.floor(pcm.length / length) - 1 }, (_, at) => (at + 1) * length);
  const parts = starts.map((start) => pcm.subarray(start, start + length));
  return (hz) => Math.max(...parts.map((part) => amplitudeAt(part, sampleRate, hz)));
}

/** The tones that a phone hears, by the names of those who send them. */
async function heardBy(peer: MediaPeer): Promise<string> {
  const level = await levels(peer);
  return PEOPLE.filter(({ hz }) => level(hz) > 0.05)
    .map(({ name }) => name)
    .join(" ");
}

async function joining(pbx: TestPbx, { name, hz }: (typeof PEOPLE)[number]) {
  const peer = createMediaPeer({ codec: "opus", audioLevel: true });
  peers.push(peer);
  const media = () => ({ offer: () => peer.offer(), answer: peer.answer, accept: peer.accept });
  const phone: SipPhone = await pbx.registered(name, { media });
  const call: PhoneCall = phone.call("800");
  await call.until("talking");
  await peer.connected();
  peer.sendTone({ frequencyHz: hz, amplitude: 0.2 });
  return { name, peer, call };
}

async function press({ call }: { readonly call: PhoneCall }, digits: string): Promise<void> {
  for (const digit of digits) {
    const body = `Signal=${digit}\r\nDuration=100\r\n`;
    const { status } = await call.request("INFO", { headers: [["Content-Type", "application/dtmf-relay"]], body });
    expect(status).toBe(200);
  }
}

test(
  "CONF-29 CONF-32 talking members are heard through an announcement, which is heard too; with keys a member hears them louder, and is heard more quietly",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "conference-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "en"));
    const announced = toneFile({ frequencyHz: ANNOUNCED_HZ, amplitude: 0.2 }, 60);
    writeFileSync(join(folder, "en/conference-someone-joined.opus"), announced);
    const short = toneFile({ frequencyHz: MENU_HZ, amplitude: 0.2 }, 0.2);
    for (const key of ["menu", "louder", "quieter"]) writeFileSync(join(folder, `en/conference-${key}.opus`), short);
    const conferences = roomParts({ announceJoinLeave: true, optionsMenu: true }, folder);
    const pbx = createTestPbx({}, { engine, conferences });
    pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Team" });
    const [alice, bob] = [await joining(pbx, PEOPLE[0]), await joining(pbx, PEOPLE[1])];
    // Both at the same time, in the same second.
    await expect
      .poll(async () => {
        const level = await levels(alice.peer);
        return Math.min(level(1000), level(ANNOUNCED_HZ));
      }, WAIT)
      .toBeGreaterThan(0.12);
    await expect
      .poll(async () => {
        const level = await levels(bob.peer);
        return {
          hearsAlice: level(440) > 0.12,
          others: Math.max(level(1000), level(ANNOUNCED_HZ)) < 0.02 ? "none" : "some",
        };
      }, WAIT)
      .toEqual({ hearsAlice: true, others: "none" });
    const decibels = async (peer: MediaPeer, hz: number) => 20 * Math.log10((await levels(peer))(hz) / 0.2);
    await press(alice, "*66");
    await expect.poll(async () => Math.abs((await decibels(alice.peer, 1000)) - 6), WAIT).toBeLessThan(1);
    await press(alice, "777*");
    await expect.poll(async () => Math.abs((await decibels(bob.peer, 440)) + 9), WAIT).toBeLessThan(1);
    for (const { call } of [alice, bob]) call.hangUp();
  },
);

test(
  "CONF-5 of four members with a muted one each hears the other two, the muted one three, nobody themselves",
  { timeout: 120_000 },
  async () => {
    const pbx = createTestPbx({}, { engine });
    pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Team" });
    const [alice, bob, carol, dave] = [
      await joining(pbx, PEOPLE[0]),
      await joining(pbx, PEOPLE[1]),
      await joining(pbx, PEOPLE[2]),
      await joining(pbx, PEOPLE[3]),
    ];
    const { commands } = pbx.system;
    const about = { room: "800", legId: pbx.legOf(bob.call) };
    await commands.muteMember({ ...about, muted: true });
    await expect.poll(() => heardBy(alice.peer), WAIT).toBe("carol dave");
    await expect.poll(() => heardBy(bob.peer), WAIT).toBe("alice carol dave");
    await expect.poll(() => heardBy(carol.peer), WAIT).toBe("alice dave");
    await expect.poll(() => heardBy(dave.peer), WAIT).toBe("alice carol");
    await commands.muteMember({ ...about, muted: false });
    await expect.poll(() => heardBy(dave.peer), WAIT).toBe("alice bob carol");
    for (const { call } of [alice, bob, carol, dave]) call.hangUp();
  },
);

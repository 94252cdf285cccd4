/** Four telephones with real sound in one conference, and who hears whom, by the frequencies of their tones. */
import { amplitudeAt, createMediaPeer, type MediaPeer, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { startMediaEngine } from "@callpanel/testkit/media";
import type { MediaEngine } from "@callpanel/media";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPbx } from "../../../test/test-pbx.ts";

const WAIT = { timeout: 30_000, interval: 10 };
const PEOPLE = [
  { name: "alice", hz: 440 },
  { name: "bob", hz: 1000 },
  { name: "carol", hz: 1500 },
  { name: "dave", hz: 2100 },
] as const;

let engine: MediaEngine;
const peers: MediaPeer[] = [];
beforeAll(async () => {
  engine = await startMediaEngine();
});
afterAll(async () => {
  await Promise.all(peers.map((peer) => peer.close()));
  await engine.close();
});

/** The tones that a phone hears in about a second, by the names of those who send them. */
async function heardBy(peer: MediaPeer): Promise<string> {
  peer.forget();
  await expect.poll(() => peer.packets.length, WAIT).toBeGreaterThanOrEqual(50);
  const { pcm, sampleRate } = peer.heard();
  const sound = pcm.subarray(sampleRate / 4);
  return PEOPLE.filter(({ hz }) => amplitudeAt(sound, sampleRate, hz) > 0.05)
    .map(({ name }) => name)
    .join(" ");
}

test(
  "CONF-5 of four members with a muted one each hears the other two, the muted one three, nobody themselves",
  { timeout: 120_000 },
  async () => {
    const pbx = createTestPbx({}, { engine });
    pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Team" });
    const join = async ({ name, hz }: (typeof PEOPLE)[number]) => {
      const peer = createMediaPeer({ codec: "opus", audioLevel: true });
      peers.push(peer);
      const media = () => ({ offer: () => peer.offer(), answer: peer.answer, accept: peer.accept });
      const phone: SipPhone = await pbx.registered(name, { media });
      const call: PhoneCall = phone.call("800");
      await call.until("talking");
      await peer.connected();
      peer.sendTone({ frequencyHz: hz, amplitude: 0.2 });
      return { name, peer, call };
    };
    const [alice, bob, carol, dave] = [
      await join(PEOPLE[0]),
      await join(PEOPLE[1]),
      await join(PEOPLE[2]),
      await join(PEOPLE[3]),
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

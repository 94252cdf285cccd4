/** The whole path with real audio: a phone system with a real media engine, telephones with their own ICE, DTLS and Opus. */
import {
  createMediaPeer,
  dominantTone,
  type MediaPeer,
  type PhoneCall,
  type PhoneMedia,
  type SipPhoneOptions,
} from "@callpanel/testkit";
import { startMediaEngine } from "@callpanel/testkit/media";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestPbx, type TestPbx } from "../../../test/test-pbx.ts";
import { shownFarEnd } from "../../../test/shown-far-end.ts";
import type { MediaEngine } from "@callpanel/media";

const ALICE_HZ = 440;
const BOB_HZ = 1_000;
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

interface Voice {
  readonly peer: MediaPeer;
  readonly options: Partial<SipPhoneOptions>;
  /** The next offer restarts ICE. */
  changeNetwork(): void;
}

/** One phone with one call that sends audio. */
function voice(): Voice {
  const peer = createMediaPeer({ codec: "opus" });
  peers.push(peer);
  let iceRestart = false;
  const media: PhoneMedia = { offer: () => peer.offer({ iceRestart }), answer: peer.answer, accept: peer.accept };
  return {
    peer,
    options: { media: () => media },
    changeNetwork: () => {
      iceRestart = true;
    },
  };
}

/** Waits until what a phone has heard last is this tone. */
async function hears({ peer }: Voice, hz: number): Promise<void> {
  peer.forget();
  const heard = (): string => {
    if (peer.packets.length < PACKETS) return `${peer.packets.length} packets; ${peer.state()}`;
    const { pcm, sampleRate } = peer.heard(peer.packets.slice(-PACKETS));
    const { frequencyHz } = dominantTone(pcm.subarray(sampleRate / 5), sampleRate);
    return Math.abs(frequencyHz - hz) < 10 ? "the tone" : `${frequencyHz} Hz; ${peer.state()}`;
  };
  await expect.poll(heard, WAIT).toBe("the tone");
}

async function speak({ peer }: Voice, frequencyHz: number): Promise<void> {
  await peer.connected();
  peer.sendTone({ frequencyHz, amplitude: 0.4 });
}

interface Conversation {
  readonly pbx: TestPbx;
  readonly alice: Voice;
  readonly bob: Voice;
  readonly phone: Awaited<ReturnType<TestPbx["registered"]>>;
  readonly out: PhoneCall;
  readonly incoming: PhoneCall;
}

async function conversation(): Promise<Conversation> {
  const pbx = createTestPbx({}, { engine });
  const [alice, bob] = [voice(), voice()];
  const phone = await pbx.registered("alice", alice.options);
  const far = await pbx.registered("bob", bob.options);
  const { out, in: incoming } = await pbx.talk(phone, "102", far);
  await Promise.all([speak(alice, ALICE_HZ), speak(bob, BOB_HZ)]);
  await Promise.all([hears(alice, BOB_HZ), hears(bob, ALICE_HZ)]);
  return { pbx, alice, bob, phone, out, incoming };
}

/** As if a firewall dropped the checks: they go to a port without a listener. */
const astray = (description: string): string => description.replace(/^(a=candidate:(?:\S+ ){5})\d+/gm, "$19");

test(
  "CALL-98 when the checks of a phone never arrive, both sides show it until they do",
  { timeout: TEST_MS },
  async () => {
    const pbx = createTestPbx({}, { engine });
    const [alice, bob] = [voice(), voice()];
    const { peer } = bob;
    const stray: PhoneMedia = {
      offer: () => peer.offer({ iceRestart: true }),
      answer: (offer) => peer.answer(astray(offer)),
      accept: peer.accept,
    };
    const phone = await pbx.registered("alice", alice.options);
    const far = await pbx.registered("bob", { media: () => stray });
    const { out, in: incoming } = await pbx.talk(phone, "102", far);
    await speak(alice, ALICE_HZ);
    await pbx.clock.advance(5_000);
    await expect.poll(() => shownFarEnd(out), WAIT).toContain("silence=far");
    await expect.poll(() => shownFarEnd(incoming), WAIT).toContain("silence=near");
    expect((await incoming.reoffer({})).status).toBe(200);
    await speak(bob, BOB_HZ);
    await Promise.all([hears(alice, BOB_HZ), hears(bob, ALICE_HZ)]);
    await expect.poll(() => shownFarEnd(out), WAIT).not.toContain("silence");
    await expect.poll(() => shownFarEnd(incoming), WAIT).not.toContain("silence");
    out.hangUp();
    await expect.poll(() => pbx.system.snapshot().counts.mediaPorts, WAIT).toBe(0);
  },
);

test("CALL-76 after a reload the audio is back in both directions, on the new leg", { timeout: TEST_MS }, async () => {
  const { pbx, bob, phone, out } = await conversation();
  phone.cut();
  const again = voice();
  const page = await pbx.registered("alice", again.options);
  const back = page.call("102", { headers: [["Replaces", out.replaces()]] });
  await back.until("talking");
  await speak(again, ALICE_HZ);
  await Promise.all([hears(again, BOB_HZ), hears(bob, ALICE_HZ)]);
  back.hangUp();
  await expect.poll(() => pbx.system.snapshot().counts.mediaPorts, WAIT).toBe(0);
});

test(
  "CALL-76 after a change of network a re-INVITE with an ICE restart on a new socket brings the audio back",
  { timeout: TEST_MS },
  async () => {
    const { pbx, alice, bob, phone, out } = await conversation();
    phone.cut();
    phone.reconnect();
    alice.changeNetwork();
    expect((await out.reoffer({})).status).toBe(200);
    await Promise.all([hears(alice, BOB_HZ), hears(bob, ALICE_HZ)]);
    expect(pbx.eventsOf("legReattached")).toHaveLength(1);
    await pbx.clock.advance(120_000);
    expect(out.state).toBe("talking");
    out.hangUp();
    await expect.poll(() => pbx.system.snapshot().counts.mediaPorts, WAIT).toBe(0);
  },
);

import { randomInt } from "node:crypto";
import {
  buildMediaWorker,
  createMediaPeer,
  dominantTone,
  type Heard,
  type Measurement,
  type MediaPeer,
  type ReceivedPacket,
} from "@callpanel/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMediaEngine } from "./media.engine.ts";
import { MediaError } from "./media.port.ts";
import type { MediaEngine, MediaEvent, MediaPort } from "./media.port.ts";
import type { VideoRoomEvent } from "./video.port.ts";
import { MUSIC_PEDAL_HZ } from "./prompt/score.ts";
import { parseTelephoneEvent, telephoneEventPayload } from "./rtp/telephone-event.ts";

const TONE_A = { frequencyHz: 440, amplitude: 0.5 };
const TONE_B = { frequencyHz: 1000, amplitude: 0.25 };
const WAIT = { timeout: 30_000, interval: 10 };

let workerUrl: URL;
let engine: MediaEngine;
const peers: MediaPeer[] = [];
const ports: MediaPort[] = [];

beforeAll(async () => {
  workerUrl = await buildMediaWorker();
  engine = createMediaEngine({ workerUrl, workerCount: 2, mediaAddress: "127.0.0.1" });
});
afterEach(async () => {
  for (const port of ports.splice(0)) port.close();
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});
afterAll(() => engine.close());

interface Leg {
  readonly peer: MediaPeer;
  readonly port: MediaPort;
  readonly events: readonly MediaEvent[];
}

type LegOptions = Parameters<typeof createMediaPeer>[0] & {
  readonly near?: MediaPort;
  readonly serverOffers?: boolean;
};

async function connect(options: LegOptions, on: MediaEngine = engine): Promise<Leg> {
  const { near, serverOffers = false, ...peerOptions } = options;
  const peer = createMediaPeer(peerOptions);
  const port = on.open(near === undefined ? {} : { near });
  peers.push(peer);
  ports.push(port);
  const events: MediaEvent[] = [];
  port.subscribe((event) => events.push(event));
  const offer = serverOffers ? (await port.offer({})).sdp : await peer.offer();
  if (serverOffers) await port.accept({ answer: await peer.answer(offer) });
  else await peer.accept((await port.answer({ offer })).sdp);
  await expect.poll(() => events.some(({ kind }) => kind === "connected"), { ...WAIT, interval: 1 }).toBe(true);
  await peer.connected();
  return { peer, port, events };
}

function bridge(a: Leg, b: Leg): void {
  a.port.hear({ kind: "peer", port: b.port });
  b.port.hear({ kind: "peer", port: a.port });
}

/** Waits until what a leg has heard last is this tone, however late the machine is. @returns its amplitude */
async function hearsTone(leg: Leg, hz: number): Promise<number> {
  leg.peer.forget();
  return plays(leg, hz);
}

/** The same, and keeps what was heard. */
async function plays({ peer }: Leg, hz: number): Promise<number> {
  const from = peer.packets.length;
  let heard: Measurement = { frequencyHz: 0, amplitude: 0 };
  const listen = (): number => {
    if (peer.packets.length >= from + WINDOW) heard = measure(peer.heard(peer.packets.slice(-WINDOW)));
    return Math.abs(heard.frequencyHz - hz);
  };
  await expect.poll(listen, WAIT).toBeLessThan(5);
  return heard.amplitude;
}

/** In packets of 20 ms. */
const WINDOW = 30;

function measure({ pcm, sampleRate }: Heard): Measurement {
  return dominantTone(pcm.subarray(sampleRate / 5), sampleRate); // a decoder that starts within a stream needs a moment
}

describe("setting up a leg", () => {
  test.each([
    ["the far end", false],
    ["the server", true],
  ])("MEDIA-10 audio passes in both directions when %s offers", async (_, serverOffers) => {
    const leg = await connect({ codec: "opus", serverOffers });
    leg.port.hear({ kind: "echo" });
    leg.peer.sendTone(TONE_A);
    await hearsTone(leg, TONE_A.frequencyHz);
  });

  test("MEDIA-1 an unusable description is refused and the port stays usable", async () => {
    const port = engine.open();
    ports.push(port);
    await expect(port.answer({ offer: "v=0\r\n" })).rejects.toMatchObject({ reason: "unusable-description" });
    await expect(port.accept({ answer: "v=0\r\n" })).rejects.toBeInstanceOf(MediaError);
    await expect(port.offer({})).resolves.toMatchObject({ sdp: expect.stringContaining("m=audio") });
  });

  test("MEDIA-9 there are no more workers than port numbers: with one number all calls share it", async () => {
    // No operating system uses these ports for outgoing connections (Linux begins at 32768, others at 49152), so the port stays free.
    const number = randomInt(20_000, 32_768);
    const own = createMediaEngine({
      workerUrl,
      workerCount: 3,
      mediaAddress: "127.0.0.1",
      portRange: [number, number],
    });
    const offers = await Promise.all(Array.from({ length: 4 }, async () => (await own.open().offer({})).sdp));
    expect(offers.map((sdp) => /^m=audio (\d+)/m.exec(sdp)?.[1])).toEqual(Array(4).fill(String(number)));
    await own.close();
  });

  test("MEDIA-18 a closed port refuses calls and is not counted", async () => {
    const before = engine.openPortCount;
    const port = engine.open();
    expect(engine.openPortCount).toBe(before + 1);
    port.close();
    port.close();
    expect(engine.openPortCount).toBe(before);
    await expect(port.offer({})).rejects.toMatchObject({ reason: "closed" });
  });
});

describe("a bridge", () => {
  test.each(["opus", "PCMU", "PCMA"] as const)("MEDIA-20 two parties hear each other in %s", async (codec) => {
    const a = await connect({ codec, ...(codec === "opus" ? { payloadType: 96 } : {}) });
    const b = await connect({
      codec,
      ...(codec === "opus" ? { payloadType: 109 } : {}),
      near: a.port,
      serverOffers: true,
    });
    bridge(a, b);
    a.peer.sendTone(TONE_A);
    b.peer.sendTone(TONE_B);
    const [atA, atB] = await Promise.all([hearsTone(a, TONE_B.frequencyHz), hearsTone(b, TONE_A.frequencyHz)]);
    expect(atB).toBeCloseTo(TONE_A.amplitude, 1);
    expect(atA).toBeCloseTo(TONE_B.amplitude, 1);
  });

  test("MEDIA-25 reaches across workers, and ends", async () => {
    const a = await connect({ codec: "opus" });
    const b = await connect({ codec: "opus" });
    bridge(a, b);
    a.peer.sendTone(TONE_A);
    await hearsTone(b, TONE_A.frequencyHz);
    b.port.hear({ kind: "none" });
    const { packetsSent } = await b.port.stats();
    await expect.poll(async () => (await a.port.stats()).packetsReceived, WAIT).toBeGreaterThan(packetsSent + 20);
    expect((await b.port.stats()).packetsSent).toBeLessThanOrEqual(packetsSent + 2);
  });

  test("MEDIA-24 a party may hear itself", async () => {
    const leg = await connect({ codec: "opus" });
    leg.port.hear({ kind: "echo" });
    leg.peer.sendTone(TONE_A);
    await hearsTone(leg, TONE_A.frequencyHz);
  });

  test("MEDIA-22 party, music, party, echo: one stream without a gap above 60 ms", async () => {
    const a = await connect({ codec: "opus" });
    const b = await connect({ codec: "opus", near: a.port });
    bridge(a, b);
    a.peer.sendTone(TONE_A);
    b.peer.sendTone(TONE_B);
    await plays(b, TONE_A.frequencyHz);
    b.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    await plays(b, MUSIC_PEDAL_HZ);
    b.port.hear({ kind: "peer", port: a.port });
    await plays(b, TONE_A.frequencyHz);
    b.port.hear({ kind: "echo" });
    await plays(b, TONE_B.frequencyHz);

    const all = [...b.peer.packets];
    expect(new Set(all.map(({ ssrc }) => ssrc)).size).toBe(1);
    for (const [i, packet] of all.slice(1).entries()) {
      const last = all[i];
      if (last === undefined) throw new Error("no packet before");
      expect((packet.sequence - last.sequence) & 0xffff).toBe(1);
      const ticks = (packet.timestamp - last.timestamp) >>> 0;
      expect(ticks).toBeGreaterThan(0);
      // Time in which the machine did nothing for this process passes in the stream too.
      const stoodStillMs = packet.at - last.at;
      expect(ticks).toBeLessThanOrEqual((Math.max(60, stoodStillMs + 20) * 48_000) / 1000);
    }
    expect(all.filter(({ marker }) => marker).length).toBeGreaterThanOrEqual(3);
  });

  test("MEDIA-27 the counts show received, sent and lost packets, and the codec", async () => {
    const leg = await connect({ codec: "PCMU" });
    leg.port.hear({ kind: "echo" });
    await leg.port.stats(); // the worker has processed it: audio arrives on another path
    const payload = Buffer.alloc(160, 0xff);
    for (const sequence of [1, 2, 3, 6, 7])
      leg.peer.sendPacket({ payloadType: 0, sequence, timestamp: sequence * 160, payload });
    await expect
      .poll(async () => leg.port.stats(), WAIT)
      .toMatchObject({
        packetsReceived: 5,
        packetsSent: 5,
        packetsLost: 2,
        codec: "PCMU",
      });
  });
});

describe("hold", () => {
  test("MEDIA-5 the far end's direction is reported, and nothing is sent to a far end that does not listen", async () => {
    const leg = await connect({ codec: "opus" });
    leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    await hearsTone(leg, MUSIC_PEDAL_HZ);
    // In the same worker: its packets are the time.
    const other = await connect({ codec: "opus", near: leg.port });
    other.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    const hold = (await leg.peer.offer()).replace("a=sendrecv", "a=inactive");
    const answer = await leg.port.answer({ offer: hold });
    expect(answer.direction).toBe("inactive");
    expect(answer.sdp).toContain("a=inactive\r\n");
    expect(answer.sdp).not.toContain("m=audio 0 ");
    const { packetsSent } = await leg.port.stats();

    leg.port.hear({ kind: "none" });
    leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    await hearsTone(other, MUSIC_PEDAL_HZ);
    expect((await leg.port.stats()).packetsSent).toBe(packetsSent);
    const back = await leg.port.answer({ offer: hold.replace("a=inactive", "a=sendrecv") });
    expect(back.direction).toBe("sendrecv");
    await expect.poll(async () => (await leg.port.stats()).packetsSent, WAIT).toBeGreaterThan(packetsSent + 10);
  });
});

describe("digits", () => {
  test("MEDIA-30 MEDIA-31 a digit of one party is reported once and relayed to the other", async () => {
    const a = await connect({ codec: "opus", eventPayloadType: 120 });
    const b = await connect({ codec: "opus", eventPayloadType: 121, near: a.port });
    bridge(a, b);
    await b.port.stats(); // the reply comes after what was ordered before
    const { event } = a.peer.payloadTypes;
    const press = (digit: "5" | "6", timestamp: number): void => {
      for (const [i, end] of [false, false, true, true, true].entries()) {
        const payload = Buffer.from(telephoneEventPayload({ digit, end, duration: Math.min(i + 1, 3) * 1600 }));
        a.peer.sendPacket({ payloadType: event, sequence: i + timestamp / 960, timestamp, payload, marker: i === 0 });
      }
    };
    press("5", 0);
    await expect.poll(() => b.peer.packets.length, WAIT).toBe(5);
    // The reports of the next digit come after all reports of this one: the repeated ends are not a second digit.
    const digits = (): readonly string[] =>
      a.events.flatMap((told) => (told.kind === "digit" ? [`${told.digit} ${told.durationMs}`] : []));
    press("6", 4800);
    await expect.poll(() => digits().at(-1), WAIT).toBe("6 100");
    expect(digits()).toEqual(["5 100", "6 100"]);
    await expect.poll(() => b.peer.packets.length, WAIT).toBe(10);
    expect(new Set(b.peer.packets.map(({ payloadType, timestamp }) => `${payloadType} ${timestamp}`)).size).toBe(2);
    expect(b.peer.packets[0]).toMatchObject({ payloadType: 121, marker: true });
  });

  test("MEDIA-32 a digit of ours interrupts the audio, which then continues in the same stream", async () => {
    const leg = await connect({ codec: "opus" });
    leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
    await expect.poll(() => leg.peer.packets.length, WAIT).toBeGreaterThan(10);
    leg.port.sendDigit("#", 100);
    const isEvent = (packet: ReceivedPacket): boolean => packet.payloadType === leg.peer.payloadTypes.event;
    await expect.poll(() => leg.peer.packets.findLastIndex(isEvent), WAIT).toBeGreaterThan(0);
    await expect
      .poll(() => leg.peer.packets.length - leg.peer.packets.findLastIndex(isEvent), WAIT)
      .toBeGreaterThan(10);
    const events = leg.peer.packets.filter(isEvent);
    expect(events.map(({ payload }) => parseTelephoneEvent(payload)).at(-1)).toEqual({
      digit: "#",
      end: true,
      duration: 4800,
    });
    expect(events).toHaveLength(7);
    const sequences = leg.peer.packets.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, i) => ((sequences[0] ?? 0) + i) & 0xffff));
  });
});

describe("faults", () => {
  test("MEDIA-13 ICE restarts from either side keep the audio", async () => {
    const leg = await connect({ codec: "opus" });
    leg.port.hear({ kind: "echo" });
    leg.peer.sendTone(TONE_A);
    await hearsTone(leg, TONE_A.frequencyHz);

    const credentials = (sdp: string): string => /a=ice-ufrag:(\S+)/.exec(sdp)?.[1] ?? "";
    const first = (await leg.port.answer({ offer: await leg.peer.offer() })).sdp;
    await leg.peer.accept(first);
    const restarted = (await leg.port.answer({ offer: await leg.peer.offer({ iceRestart: true }) })).sdp;
    await leg.peer.accept(restarted);
    expect(credentials(restarted)).not.toBe(credentials(first));
    await hearsTone(leg, TONE_A.frequencyHz);

    const ours = (await leg.port.offer({ restartIce: true })).sdp;
    expect(credentials(ours)).not.toBe(credentials(restarted));
    await leg.port.accept({ answer: await leg.peer.answer(ours) });
    await hearsTone(leg, TONE_A.frequencyHz);
  });

  test("MEDIA-15 a certificate that differs from the description fails the port", async () => {
    const peer = createMediaPeer({ codec: "opus" });
    const port = engine.open();
    peers.push(peer);
    const events: MediaEvent[] = [];
    port.subscribe((event) => events.push(event));
    const offer = (await peer.offer()).replace(/(?<=a=fingerprint:sha-256 )../, (byte) =>
      byte === "00" ? "01" : "00",
    );
    await peer.accept((await port.answer({ offer })).sdp);
    await expect
      .poll(() => events, WAIT)
      .toEqual([{ kind: "failed", reason: "DTLS: the certificate is not the one in the description" }]);
    await expect(port.offer({})).rejects.toMatchObject({ reason: "closed" });
  });

  test("MEDIA-19 a worker that dies fails its ports and is replaced", async () => {
    const lost: string[] = [];
    const own = createMediaEngine({
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(MORTAL_WORKER)}`),
      workerCount: 1,
      mediaAddress: "127.0.0.1",
      onThreadLost: (reason) => lost.push(reason),
    });
    const port = own.open();
    const events: MediaEvent[] = [];
    port.subscribe((event) => events.push(event));
    await expect(port.offer({})).rejects.toMatchObject({ reason: "worker-lost" });
    expect(events).toEqual([{ kind: "failed", reason: "the media worker stopped: out of luck" }]);
    expect(own.openPortCount).toBe(0);
    await expect.poll(() => lost.length, WAIT).toBeGreaterThanOrEqual(1);
    await expect.poll(() => reopens(own), WAIT).toBe(true);
    await own.close();
  });
});

test("VENG-78 a worker that dies loses its rooms, and reports this", async () => {
  const own = createMediaEngine({
    workerUrl: new URL(`data:text/javascript,${encodeURIComponent(MORTAL_WORKER)}`),
    workerCount: 1,
    mediaAddress: "127.0.0.1",
  });
  const room = own.openVideoRoom();
  const events: VideoRoomEvent[] = [];
  room.subscribe((event) => events.push(event));
  expect(own.openPortCount).toBe(1);
  await expect(room.join("ann", { offer: "", sends: [] })).rejects.toMatchObject({ reason: "worker-lost" });
  expect(events).toEqual([{ kind: "lost", reason: "the media worker stopped: out of luck" }]);
  expect(own.openPortCount).toBe(0);
  await expect(room.join("ann", { offer: "", sends: [] })).rejects.toMatchObject({ reason: "closed" });
  await own.close();
});

/** Ends with an error at its first request; accepts everything else. */
const MORTAL_WORKER = `
  import { parentPort } from "node:worker_threads";
  parentPort.once("message", () => parentPort.on("message", (messages) => {
    if (messages.some(({ kind }) => kind === "request")) throw new Error("out of luck");
    if (messages.some(({ kind }) => kind === "shutdown")) parentPort.close();
  }));
`;

function reopens(own: MediaEngine): boolean {
  try {
    own.open().close();
    return true;
  } catch {
    return false;
  }
}

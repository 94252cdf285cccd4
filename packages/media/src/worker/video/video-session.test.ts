import { readFileSync } from "node:fs";
import { amplitudeAt, createFakeClock, dominantTone, encodePcmu, seededRandom, tonePcm } from "@callpanel/testkit";
import type { FakeClock } from "@callpanel/testkit";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createRoomClient } from "../../../test/room-client.ts";
import type { RoomClient } from "../../../test/room-client.ts";
import { VideoSender, soundPacket, withTransportNumber } from "../../../test/video-sender.ts";
import type { SentSection } from "../../description/room-offer.ts";
import { createDtlsCertificate } from "../../dtls/certificate.ts";
import type { DtlsCertificate } from "../../dtls/certificate.ts";
import { AUDIO } from "../../rtp/audio-packet.ts";
import type { AudioPacket } from "../../rtp/audio-packet.ts";
import { createSoundDecoder } from "../../sound/sound-codec.ts";
import type { VideoRoomEvent } from "../../video.port.ts";
import { readCompound } from "../../video/wire/rtcp-reader.ts";
import { createRoutes } from "../routes.ts";
import { createSwitchboard } from "../switchboard.ts";
import { createVideoSession } from "./video-session.ts";

const SENDS: readonly SentSection[] = [
  { mid: "0", kind: "voice" },
  { mid: "1", kind: "camera" },
];
const OFFER = readFileSync(new URL("../../../test/offers/chromium.sdp", import.meta.url), "utf8");
const SLOTS = { sounds: 3, pictures: 2 };

let certificates: readonly DtlsCertificate[];
const ends: (() => void)[] = [];

beforeAll(() => {
  certificates = Array.from({ length: 3 }, () => createDtlsCertificate(0));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A room whose datagrams go to its far ends at once, without sockets; time goes by in beats of 20 ms. */
function createScene() {
  const clock: FakeClock = createFakeClock();
  const events: VideoRoomEvent[] = [];
  const routes = createRoutes();
  const clients = new Map<number, RoomClient>();
  const beats = new Set<() => void>();
  const legs = { open: 0 };
  const wire: (() => void)[] = [];
  const switchboard = createSwitchboard({ worker: 0 });
  const session = createVideoSession({
    id: "room",
    switchboard,
    socket: {
      open: async (receive) => {
        const route = routes.add(receive);
        legs.open += 1;
        return {
          ...route,
          candidates: [{ protocol: "udp", address: "192.0.2.7", port: 40_000 }],
          isFallback: () => false,
          send: (datagram, to) => {
            const copy = Buffer.from(datagram);
            wire.push(() => clients.get(to.port)?.receive(copy));
          },
          close: () => {
            legs.open -= 1;
            route.close();
          },
        };
      },
      drained: () => Promise.resolve(),
      dropped: 0,
      close: () => undefined,
    },
    certificate: certificates[0] ?? createDtlsCertificate(0),
    ticker: {
      subscribe: (run) => {
        beats.add(run);
        return () => beats.delete(run);
      },
      stop: () => undefined,
    },
    now: clock.now,
    setTimeout: clock.setTimeout,
    emit: (event) => events.push(event),
  });
  ends.push(session.close);

  const carry = (): void => {
    for (let next = wire.shift(); next !== undefined; next = wire.shift()) next();
  };
  const run = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += 20) {
      await clock.advance(20);
      if (at % 1000 === 0) for (const client of clients.values()) client.check();
      for (const beat of beats) beat();
      carry();
    }
  };
  const open = (id: string, port: number) => {
    const received: Buffer[] = [];
    const feedbackAbout = new Set<number>();
    const client = createRoomClient({
      name: `${id}Name`,
      browserOffer: OFFER,
      certificate: certificates[port] ?? createDtlsCertificate(0),
      setTimeout: clock.setTimeout,
      send: (datagram) => {
        const copy = Buffer.from(datagram);
        wire.push(() => routes.take(copy, "198.51.100.4", port, 0));
      },
      onRtp: (packet) => received.push(packet),
      onRtcp: (compound) => {
        if (compound[1] === 205 && compound[0] === 0x8f) feedbackAbout.add(compound.readUInt32BE(8));
        for (const packet of readCompound(compound)) if (packet.kind === "key-frame-request") sender.key(packet.media);
      },
    });
    const sender = new VideoSender({ sender: port, random: seededRandom(3) });
    let [sequence, number] = [0, 0];
    const speak = (): void => {
      sequence += 1;
      client.sendRtp(soundPacket({ ssrc: 90_000, sequence, timestamp: sequence * 960, level: 20 }));
    };
    /** A voice and a camera, for so long. */
    const send = async (forMs: number): Promise<void> => {
      for (let at = 0; at < forMs; at += 20) {
        for (const packet of at % 40 === 0 ? sender.picture(clock.now()) : []) {
          client.sendRtp(withTransportNumber(packet, (number += 1)));
        }
        speak();
        await run(20);
      }
    };
    clients.set(port, client);
    ends.push(client.close);
    const join = async (change = (sdp: string) => sdp, sends = SENDS): Promise<string> => {
      const answer = await session.join(id, change(client.offer(SLOTS)), sends);
      client.accept(answer);
      carry();
      return answer;
    };
    return { client, received, feedbackAbout, sender, join, send, speak };
  };
  const told = (kind: VideoRoomEvent["kind"]) => events.filter((event) => event.kind === kind);
  return { session, events, told, run, open, carry, legs, clock, switchboard };
}

test("VENG-70 VENG-72 a voice and a picture go from one participant to the other, encrypted, in the reported slots", async () => {
  const { session, told, open } = createScene();
  const [ann, ben] = [open("ann", 1), open("ben", 2)];
  const answer = await ann.join();
  await ben.join();
  expect(told("connected")).toEqual([
    { kind: "connected", participant: "ann" },
    { kind: "connected", participant: "ben" },
  ]);
  session.show("ann", [{ participant: "ben", kind: "camera", width: 240, height: 135, priority: "small" }]);
  await ben.send(1000);
  expect(told("slots").at(-1)).toEqual({
    kind: "slots",
    participant: "ann",
    slots: expect.arrayContaining([
      { mid: "v0", participant: "ben", kind: "camera" },
      { mid: "a0", participant: "ben", kind: "voice" },
    ]),
  });
  const described = [...answer.matchAll(/^a=ssrc:(\d+)/gm)].map(([, ssrc]) => Number(ssrc));
  const ssrcs = new Set(ann.received.map((packet) => packet.readUInt32BE(8)));
  expect(ssrcs.size).toBe(2);
  for (const ssrc of ssrcs) expect(described).toContain(ssrc);
  expect(ben.received).toEqual([]);
  expect(told("link").at(-1)).toMatchObject({ participant: "ben", lossUp: 0, lossDown: 0 });
});

test("VENG-75 blocked packets are dropped, also for a participant who was blocked before the first offer, until they leave", async () => {
  const { session, told, open } = createScene();
  const [ann, ben] = [open("ann", 1), open("ben", 2)];
  session.block("ben", ["camera", "voice"]);
  await ann.join();
  await ben.join();
  session.show("ann", [{ participant: "ben", kind: "camera", width: 240, height: 135, priority: "small" }]);
  await ben.send(1000);
  expect(ann.received).toEqual([]);
  expect(told("slots")).toEqual([]);
  expect(told("talking")).toEqual([]);
  session.block("ben", ["camera"]);
  await ben.send(500);
  expect(told("slots").at(-1)).toMatchObject({ slots: [{ participant: "ben", kind: "voice" }] });
  expect(ann.received.length).toBeGreaterThan(15);
});

test("VENG-11 transport-wide feedback is about a stream of the sender, because a browser drops any other", async () => {
  const { open } = createScene();
  const ann = open("ann", 1);
  await ann.join();
  await ann.send(1000);
  expect(ann.feedbackAbout.size).toBeGreaterThan(0);
  const own = [90_000, ...ann.sender.layers.map(({ ssrc }) => ssrc)];
  for (const ssrc of ann.feedbackAbout) expect(own).toContain(ssrc);
});

test("VENG-73 VENG-74 a later offer that is refused changes nothing; nothing is left of a first one", async () => {
  const { session, open, legs, told } = createScene();
  const [ann, ben] = [open("ann", 1), open("ben", 2)];
  await ann.join();
  await ben.join();
  const broken = (sdp: string): string => sdp.replace("a=group", "a=x");
  await expect(ann.join(broken)).rejects.toMatchObject({ reason: "unusable-description" });
  session.show("ann", [{ participant: "ben", kind: "camera", width: 240, height: 135, priority: "small" }]);
  await ben.send(500);
  expect(ann.received.length).toBeGreaterThan(20);
  const more = session.join("ann", ann.client.offer({ sounds: 3, pictures: 4 }), SENDS);
  expect([...(await more).matchAll(/^a=ssrc-group/gm)]).toHaveLength(4);

  const third = open("cay", 0);
  await expect(third.join(broken)).rejects.toMatchObject({ reason: "unusable-description" });
  await expect(third.join((sdp) => sdp, [{ mid: "9", kind: "voice" }])).resolves.toContain("a=ice-lite");
  session.leave("cay");
  expect(legs.open).toBe(2);
  session.close();
  expect(legs.open).toBe(0);
  expect(told("failed")).toEqual([]);
  await expect(third.join()).rejects.toMatchObject({ reason: "closed" });
});

test("VENG-74 a participant who leaves before the port is open, or is one too many, leaves nothing behind", async () => {
  const { session, open, legs } = createScene();
  const ann = open("ann", 1);
  const joining = ann.join();
  session.leave("ann");
  await expect(joining).rejects.toMatchObject({ reason: "closed" });
  expect(legs.open).toBe(0);
  const offer = ann.client.offer(SLOTS);
  for (let at = 0; at < 100; at += 1) await session.join(`p${at}`, offer, SENDS);
  await expect(session.join("more", offer, SENDS)).rejects.toMatchObject({ reason: "busy" });
  expect(legs.open).toBe(100);
});

test("VENG-77 packets are processed at the highest rate of the negotiated streams, and no faster", async () => {
  const { run, open } = createScene();
  const [ann, ben] = [open("ann", 1), open("ben", 2)];
  await ann.join();
  await ben.join();
  await ben.send(200);
  await run(2000);
  const before = ann.received.length;
  for (let count = 0; count < 5000; count += 1) ben.speak();
  await run(40);
  const most = 500 + 200 + 1500 + 5 * 10;
  const heard = ann.received.length - before;
  expect(heard).toBeGreaterThan(most * 0.9);
  expect(heard).toBeLessThan(most + 100);
});

test("VENG-78 a participant from whom nothing arrives fails, and may join again", async () => {
  const { told, open, clock, run, legs, session } = createScene();
  const ann = open("ann", 1);
  await session.join("ann", ann.client.offer(SLOTS), SENDS);
  for (let at = 0; at < 31; at += 1) {
    await clock.advance(1000);
    await run(1000);
  }
  expect(told("failed")).toEqual([{ kind: "failed", participant: "ann", reason: "no connection within 30 s" }]);
  expect(legs.open).toBe(0);
  await ann.join();
  expect(told("connected")).toHaveLength(1);
});

/** A telephone: its port in the same worker says a tone in PCMU. */
function telephone({ switchboard, run }: ReturnType<typeof createScene>, id: string, frequencyHz: number) {
  let sequence = 0;
  const say = async (forMs: number): Promise<void> => {
    for (let at = 0; at < forMs; at += 20) {
      const fromSample = sequence * 160;
      const pcm = tonePcm({ frequencyHz, amplitude: 0.3 }, { sampleRate: 8000, samples: 160, fromSample });
      sequence += 1;
      switchboard.publish({
        origin: id,
        ssrc: 7,
        content: AUDIO,
        codec: "PCMU",
        sequence,
        timestamp: fromSample,
        marker: false,
        payload: encodePcmu(pcm),
      });
      await run(20);
    }
  };
  return { say, party: { id, worker: 0 } };
}

const payloadOf = (packet: Buffer): Buffer =>
  packet.subarray((packet.readUInt8(0) & 0x10) === 0 ? 12 : 16 + packet.readUInt16BE(14) * 4);

/** The sound of Opus packets, joined. */
function soundOf(packets: readonly Buffer[]): Int16Array {
  const decoder = createSoundDecoder("opus");
  const frames = packets.map((packet) => decoder.decode(payloadOf(packet)) ?? new Int16Array(0));
  decoder.close();
  return Int16Array.from(frames.flatMap((frame) => [...frame]));
}

test("VENG-80 browsers hear a telephone's sound, it is reported as talking, and is silent at once when it is blocked", async () => {
  const scene = createScene();
  const { session, told, open, run } = scene;
  const ann = open("ann", 1);
  await ann.join();
  const phone = telephone(scene, "port", 700);
  session.attach("phone", phone.party);
  await phone.say(2000);
  expect(told("slots").at(-1)).toMatchObject({ participant: "ann", slots: [{ participant: "phone", kind: "voice" }] });
  expect(told("talking").at(-1)).toEqual({ kind: "talking", participant: "phone", talking: true });
  const sound = soundOf(ann.received).subarray(48_000);
  const { frequencyHz, amplitude } = dominantTone(sound, 48_000);
  expect(Math.abs(frequencyHz - 700)).toBeLessThan(8);
  expect(amplitude).toBeGreaterThan(0.25);
  expect(amplitude).toBeLessThan(0.35);
  expect(amplitudeAt(sound, 48_000, 1_400)).toBeLessThan(0.01);

  session.block("phone", ["voice"]);
  expect(told("talking").at(-1)).toMatchObject({ participant: "phone", talking: false });
  expect(told("slots").at(-1)).toMatchObject({ participant: "ann", slots: [] });
  ann.received.length = 0;
  await phone.say(500);
  expect(ann.received).toEqual([]);
  session.block("phone", []);
  await phone.say(500);
  expect(ann.received.length).toBeGreaterThan(15);

  session.leave("phone");
  expect(told("slots").at(-1)).toMatchObject({ participant: "ann", slots: [] });
  ann.received.length = 0;
  await phone.say(200);
  expect(ann.received).toEqual([]);
  await run(20);
});

test("VENG-81 a telephone gets the list of voices to hear: browsers under the room's id, telephones as they are, never itself, no blocked participant", async () => {
  const scene = createScene();
  const { session, told, open, switchboard } = scene;
  const ben = open("ben", 2);
  await ben.join();
  const heard: AudioPacket[] = [];
  switchboard.listen({ id: "room/ben/voice", worker: 0 }, (packet) => heard.push(packet));
  await ben.send(200);
  expect(heard).toEqual([]);
  const [one, two] = [telephone(scene, "port1", 500), telephone(scene, "port2", 900)];
  session.attach("one", one.party);
  session.attach("two", two.party);
  session.attach("listener", undefined);
  await ben.send(300);
  await Promise.all([one.say(500), two.say(500)]);
  const voicesOf = (id: string): readonly string[] | undefined => {
    const last = told("voices").findLast((event) => event.kind === "voices" && event.participant === id);
    return last?.kind === "voices" ? last.voices.map((voice) => voice.id).toSorted() : undefined;
  };
  expect(voicesOf("one")).toEqual(["port2", "room/ben/voice"]);
  expect(voicesOf("two")).toEqual(["port1", "room/ben/voice"]);
  expect(voicesOf("listener")).toEqual(["port1", "port2", "room/ben/voice"]);
  expect(heard[0]).toMatchObject({ codec: "opus", level: 20 });
  expect(heard.length).toBeGreaterThan(10);
  session.block("two", ["voice"]);
  expect(voicesOf("one")).toEqual(["room/ben/voice"]);
  session.leave("ben");
  expect(voicesOf("one")).toEqual([]);
  expect(voicesOf("listener")).toEqual(["port1"]);
});

test("VENG-82 telephones count among the participants, and one that is attached twice is there once", async () => {
  const scene = createScene();
  const { session, told, open } = scene;
  for (let at = 0; at < 100; at += 1) session.attach(`phone${at}`, { id: `port${at}`, worker: 0 });
  session.attach("phone0", { id: "other", worker: 0 });
  const ann = open("ann", 1);
  await expect(ann.join()).rejects.toMatchObject({ reason: "busy" });
  session.leave("phone0");
  await ann.join();
  session.attach("late", { id: "late", worker: 0 });
  await telephone(scene, "late", 600).say(300);
  expect(told("talking")).toEqual([]);
});

import { amplitudeAt, rmsLevel, tonePcm } from "@callpanel/testkit";
import { afterEach, describe, expect, test } from "vitest";
import type { AudioCodec } from "../media.port.ts";
import { AUDIO } from "../rtp/audio-packet.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import { createSoundDecoder, createSoundEncoder } from "../sound/sound-codec.ts";
import { createSwitchboard } from "../worker/switchboard.ts";
import { createMixer } from "./mixer.ts";
import type { MixSeat } from "./mixer.ts";

const RATE = 48_000;
const FRAME = 960;
const SILENCE = Uint8Array.of(0);
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Member {
  readonly id: string;
  readonly seat: MixSeat;
  /** Every payload that was sent to it. */
  readonly sent: Uint8Array[];
  readonly forwarded: AudioPacket[];
  readonly digits: AudioPacket[];
  /** What it heard since the last call, in mix samples. */
  heard(): Int16Array;
}

/** A worker's mixer with beats from the test, and members that send tones. */
function newRoom() {
  const switchboard = createSwitchboard({ worker: 0 });
  const talking: string[] = [];
  let beat = (): void => undefined;
  const mixer = createMixer({
    switchboard,
    everyBeat: (run) => {
      beat = run;
      return () => (beat = () => undefined);
    },
    silence: () => SILENCE,
    onTalking: (port, on) => talking.push(`${port} ${on ? "talks" : "stops"}`),
  });
  stops.push(mixer.close);
  const voices: ((at: number) => void)[] = [];

  const join = (id: string, codec: AudioCodec = "opus"): Member => {
    const sent: Uint8Array[] = [];
    const forwarded: AudioPacket[] = [];
    const digits: AudioPacket[] = [];
    const seat = mixer.seat({
      codec: () => codec,
      send: (payload) => sent.push(payload),
      forward: (packet) => forwarded.push(packet),
      relayDigit: (packet) => digits.push(packet),
    });
    let decoder = createSoundDecoder(codec);
    let from = 0;
    const heard = (): Int16Array => {
      const frames = sent
        .slice(from)
        .map((payload) => (payload === SILENCE ? new Int16Array(FRAME) : (decoder.decode(payload) ?? [])));
      from = sent.length;
      decoder.close();
      decoder = createSoundDecoder(codec);
      return Int16Array.from(frames.flatMap((frame) => [...frame]));
    };
    stops.push(() => decoder.close());
    return { id, seat, sent, forwarded, digits, heard };
  };

  return {
    mixer,
    join,
    talking,
    publish: switchboard.publish,
    /** The member sends from now on; returns functions to change or stop it. */
    speak: (member: Pick<Member, "id">, options: VoiceOptions) => {
      const voice = newVoice(member.id, options, switchboard.publish);
      voices.push(voice.send);
      return voice;
    },
    run: (beats: number) => {
      for (let i = 0; i < beats; i += 1) {
        for (const voice of voices) voice(i);
        beat();
      }
    },
  };
}

interface VoiceOptions {
  readonly frequencyHz: number;
  readonly amplitude?: number;
  readonly codec?: AudioCodec;
  /** Sends its level, as browsers do. */
  readonly reportsLevel?: boolean;
  /** Changes its packets on the way: lost, late, swapped. */
  readonly way?: (packet: AudioPacket) => readonly AudioPacket[];
}

function newVoice(origin: string, options: VoiceOptions, publish: (packet: AudioPacket) => void) {
  const { frequencyHz, codec = "opus", reportsLevel = true, way = (packet) => [packet] } = options;
  const encoder = createSoundEncoder(codec);
  stops.push(encoder.close);
  let amplitude = options.amplitude ?? 0.2;
  let sequence = 65_500;
  return {
    setAmplitude: (next: number) => {
      amplitude = next;
    },
    send: () => {
      const pcm = tonePcm(
        { frequencyHz, amplitude },
        { sampleRate: RATE, samples: FRAME, fromSample: (sequence - 65_500) * FRAME },
      );
      const level = amplitude === 0 ? 127 : Math.round(-20 * Math.log10(amplitude / Math.SQRT2));
      const packet: AudioPacket = {
        origin,
        ssrc: 7,
        content: AUDIO,
        codec,
        sequence: sequence & 0xffff,
        timestamp: sequence * FRAME,
        marker: false,
        payload: Uint8Array.from(encoder.encode(pcm)),
        ...(reportsLevel ? { level } : {}),
      };
      sequence += 1;
      for (const one of way(packet)) publish(one);
    },
  };
}

function party(member: Pick<Member, "id">) {
  return { id: member.id, worker: 0 };
}

/** Everyone hears all others. */
function seatAll(members: readonly Member[]): void {
  for (const member of members) member.seat.hear(members.filter((other) => other !== member).map(party));
}

function settled(pcm: Int16Array): Int16Array {
  return pcm.subarray(RATE / 4); // the jitter buffer fills, the decoder gets going
}

describe("a mix", () => {
  test("MEDIA-60 two talkers are both heard, and no one hears themselves", () => {
    const room = newRoom();
    const [a, b, c] = [room.join("a"), room.join("b"), room.join("c")];
    seatAll([a, b, c]);
    room.speak(a, { frequencyHz: 440 });
    room.speak(b, { frequencyHz: 1000 });
    room.speak(c, { frequencyHz: 700, amplitude: 0 });
    room.run(60);
    const [atA, atB, atC] = [a, b, c].map((member) => settled(member.heard()));
    for (const [pcm, hz, there] of [
      [atC, 440, true],
      [atC, 1000, true],
      [atA, 1000, true],
      [atA, 440, false],
      [atB, 440, true],
      [atB, 1000, false],
    ] as const) {
      const amplitude = amplitudeAt(pcm ?? new Int16Array(), RATE, hz);
      if (there) expect(amplitude).toBeCloseTo(0.2, 1);
      else expect(amplitude).toBeLessThan(0.005);
    }
    expect(rmsLevel(atC ?? new Int16Array())).toBeGreaterThan(0.15);
  });

  test("MEDIA-60 a party that is removed from a mix, or leaves, is no longer heard; the others continue", () => {
    const room = newRoom();
    const [a, b, c] = [room.join("a"), room.join("b"), room.join("c")];
    seatAll([a, b, c]);
    room.speak(a, { frequencyHz: 440 });
    room.speak(b, { frequencyHz: 1000 });
    room.run(40);
    c.heard();
    c.seat.hear([party(b)]); // a is muted; one party of the same codec is passed on
    room.run(20);
    expect(c.forwarded.length).toBeGreaterThanOrEqual(19);
    expect(c.forwarded.every(({ origin }) => origin === "b")).toBe(true);
    seatAll([a, b, c]);
    b.seat.leave();
    a.seat.hear([party(c)]);
    c.seat.hear([party(a)]);
    const { length } = b.sent;
    room.run(10);
    expect(b.sent).toHaveLength(length);
  });

  test("MEDIA-62 a change of the mix loses no audio of parties that were heard before and after", () => {
    const room = newRoom();
    const [a, b, c, d] = [room.join("a"), room.join("b"), room.join("c"), room.join("d")];
    seatAll([a, b, c]);
    room.speak(a, { frequencyHz: 440 });
    room.speak(b, { frequencyHz: 1000 });
    room.run(40);
    seatAll([a, b, c, d]);
    room.run(20);
    seatAll([a, b, c]);
    room.run(20);
    const pcm = settled(c.heard());
    for (let at = 0; at + 2400 <= pcm.length; at += 2400) {
      expect(amplitudeAt(pcm.subarray(at, at + 2400), RATE, 440)).toBeGreaterThan(0.1); // every 50 ms
    }
    expect(c.sent).toHaveLength(80);
  });

  test("MEDIA-69 a voice is louder for one listener, all is quieter for another, for the others nothing changes and they share one encoding", () => {
    const room = newRoom();
    const [a, b, c, d] = [room.join("a"), room.join("b"), room.join("c"), room.join("d")];
    const others = (...members: readonly Member[]) => members.map(party);
    a.seat.hear([{ ...party(c), factor: 2 }, ...others(d)]);
    b.seat.hear(others(c, d).map((one) => ({ ...one, factor: 0.25 })));
    const plain = [room.join("e"), room.join("f")];
    for (const one of plain) one.seat.hear(others(c, d));
    room.speak(c, { frequencyHz: 440, amplitude: 0.2 });
    room.speak(d, { frequencyHz: 1500, amplitude: 0.2 });
    room.run(60);
    const levels = (member: Member): readonly number[] => {
      const pcm = settled(member.heard());
      return [440, 1500].map((hz) => amplitudeAt(pcm, RATE, hz));
    };
    const [louder, quieter, same] = [levels(a), levels(b), levels(plain[0] ?? a)];
    expect(louder[0]).toBeCloseTo(0.4, 1);
    expect(louder[1]).toBeCloseTo(0.2, 1);
    expect(quieter[0]).toBeCloseTo(0.05, 2);
    expect(quieter[1]).toBeCloseTo(0.05, 2);
    expect(same[0]).toBeCloseTo(0.2, 1);
    expect(plain[1]?.sent.at(-1)).toBe(plain[0]?.sent.at(-1));
    expect(a.sent.at(-1)).not.toBe(plain[0]?.sent.at(-1));
  });

  test("MEDIA-69 MEDIA-61 a mix of one party is forwarded unchanged at 0 dB only", () => {
    const room = newRoom();
    const [a, b] = [room.join("a"), room.join("b")];
    a.seat.hear([{ ...party(b), factor: 4 }]);
    room.speak(b, { frequencyHz: 440, amplitude: 0.6 });
    room.run(40);
    expect(a.forwarded).toEqual([]);
    // 0.6 by 4 is past full scale: it is limited, and does not wrap.
    const pcm = settled(a.heard());
    expect(amplitudeAt(pcm, RATE, 440)).toBeGreaterThan(0.95);
    expect(amplitudeAt(pcm, RATE, 440)).toBeLessThan(1.3);
    a.seat.hear([party(b)]);
    room.run(5);
    expect(a.forwarded).toHaveLength(5);
  });

  test("MEDIA-64 a too loud sum is limited at full scale, without wrapping", () => {
    const room = newRoom();
    const members = Array.from({ length: 4 }, (_, i) => room.join(`m${i}`, "PCMU"));
    const ear = room.join("ear", "PCMU");
    seatAll([...members, ear]);
    for (const member of members) room.speak(member, { frequencyHz: 400, amplitude: 0.9, codec: "PCMU" });
    room.run(40);
    const pcm = settled(ear.heard());
    expect(amplitudeAt(pcm, RATE, 400)).toBeGreaterThan(1.05); // a clipped sine's first harmonic; a wrapped one has far less
    let largestStep = 0;
    for (let i = 1; i < pcm.length; i += 1)
      largestStep = Math.max(largestStep, Math.abs((pcm[i] ?? 0) - (pcm[i - 1] ?? 0)));
    expect(largestStep).toBeLessThan(25_000);
  });

  test("MEDIA-63 listeners with the same sum share one encoding, and keep it when another party talks", () => {
    const room = newRoom();
    const members = Array.from({ length: 20 }, (_, i) => room.join(`m${i}`));
    seatAll(members);
    const [first, second] = [0, 1].map((i) => room.speak({ id: `m${i}` }, { frequencyHz: 440 + 300 * i }));
    second?.setAmplitude(0);
    room.run(30);
    const heardBy = (i: number): Uint8Array | undefined => members[i]?.sent.at(-1);
    for (let i = 2; i < 20; i += 1) expect(heardBy(i)).toBe(heardBy(1));
    expect(heardBy(0)).toBe(SILENCE);
    second?.setAmplitude(0.2);
    room.run(30);
    for (let i = 3; i < 20; i += 1) expect(heardBy(i)).toBe(heardBy(2));
    expect(new Set(members.map((_, i) => heardBy(i))).size).toBe(3);
    first?.setAmplitude(0);
    second?.setAmplitude(0);
    room.run(80);
    for (const member of members) expect(member.sent.at(-1)).toBe(SILENCE);
  });

  test("MEDIA-60 twenty talk in parallel: everyone hears the nineteen others", () => {
    const room = newRoom();
    const members = Array.from({ length: 20 }, (_, i) => room.join(`m${i}`));
    seatAll(members);
    const hz = (i: number): number => 300 + 150 * i;
    for (const [i, member] of members.entries()) room.speak(member, { frequencyHz: hz(i), amplitude: 0.03 });
    room.run(60);
    for (const listener of [0, 10, 19]) {
      const pcm = settled(members[listener]?.heard() ?? new Int16Array());
      for (let i = 0; i < 20; i += 1) {
        const amplitude = amplitudeAt(pcm, RATE, hz(i));
        if (i === listener) expect(amplitude).toBeLessThan(0.008);
        else expect(amplitude).toBeGreaterThan(0.012);
      }
    }
  });
});

describe("codecs", () => {
  test("MEDIA-61 members with different codecs hear each other", () => {
    const room = newRoom();
    const [a, b, c, d] = [
      room.join("a", "opus"),
      room.join("b", "PCMU"),
      room.join("c", "G722"),
      room.join("d", "PCMA"),
    ];
    seatAll([a, b, c, d]);
    room.speak(a, { frequencyHz: 440, codec: "opus" });
    room.speak(b, { frequencyHz: 1000, codec: "PCMU", reportsLevel: false });
    room.speak(c, { frequencyHz: 1500, codec: "G722", reportsLevel: false });
    room.speak(d, { frequencyHz: 2100, codec: "PCMA", reportsLevel: false });
    room.run(60);
    const tones = new Map([
      [a, [1000, 1500, 2100]],
      [b, [440, 1500, 2100]],
      [c, [440, 1000, 2100]],
      [d, [440, 1000, 1500]],
    ]);
    for (const [member, frequencies] of tones) {
      const pcm = settled(member.heard());
      for (const hz of frequencies) expect(amplitudeAt(pcm, RATE, hz)).toBeGreaterThan(0.15);
    }
  });

  test("MEDIA-61 a mix of one party is transcoded for another codec, forwarded for the same codec; digits are relayed", () => {
    const room = newRoom();
    const [a, b, c] = [room.join("a", "opus"), room.join("b", "PCMU"), room.join("c", "PCMU")];
    a.seat.hear([party(b)]);
    c.seat.hear([party(b)]);
    room.speak(b, { frequencyHz: 1000, codec: "PCMU", reportsLevel: false });
    room.run(40);
    expect(amplitudeAt(settled(a.heard()), RATE, 1000)).toBeGreaterThan(0.15);
    expect(a.forwarded).toEqual([]);
    expect(c.sent).toEqual([]);
    expect(c.forwarded).toHaveLength(40);
    room.publish({
      origin: "b",
      ssrc: 7,
      content: { kind: "telephone-event", clockRate: 8000 },
      codec: "PCMU",
      sequence: 0,
      timestamp: 0,
      marker: true,
      payload: Uint8Array.of(5, 10, 0, 160),
    });
    expect(a.digits).toHaveLength(1);
    expect(c.forwarded).toHaveLength(41);
  });
});

describe("the network", () => {
  test.each([
    ["every tenth packet is lost", lossy],
    ["neighbours are swapped", swapping],
  ] as const)("MEDIA-65 the audio continues when %s", (_, way) => {
    const room = newRoom();
    const [a, b, c] = [room.join("a"), room.join("b"), room.join("c")];
    seatAll([a, b, c]);
    room.speak(a, { frequencyHz: 440, way: way() });
    room.run(100);
    const pcm = settled(b.heard());
    expect(amplitudeAt(pcm, RATE, 440)).toBeGreaterThan(0.13);
    expect(b.sent.slice(10)).not.toContain(SILENCE);
  });
});

describe("who talks", () => {
  test.each([
    ["the level in its packets", true],
    ["its decoded level", false],
  ])("MEDIA-67 is detected by %s, without flicker", (_, reportsLevel) => {
    const room = newRoom();
    const [a, b, c] = [room.join("a"), room.join("b"), room.join("c")];
    seatAll([a, b, c]);
    const voice = room.speak(a, { frequencyHz: 440, amplitude: 0, reportsLevel });
    room.run(20);
    expect(room.talking).toEqual([]);
    voice.setAmplitude(0.2);
    room.run(20);
    for (let word = 0; word < 5; word += 1) {
      voice.setAmplitude(0);
      room.run(15); // 300 ms between words
      voice.setAmplitude(0.2);
      room.run(15);
    }
    expect(room.talking).toEqual(["a talks"]);
    voice.setAmplitude(0.001); // −63 dB: a quiet room
    room.run(50);
    expect(room.talking).toEqual(["a talks", "a stops"]);
    expect(b.sent.at(-1)).toBe(SILENCE);
  });

  test("MEDIA-67 a party that no one hears any more has stopped talking", () => {
    const room = newRoom();
    const [a, b] = [room.join("a"), room.join("b")];
    seatAll([a, b]);
    room.speak(a, { frequencyHz: 440 });
    room.run(20);
    b.seat.leave();
    expect(room.talking).toEqual(["a talks", "a stops"]);
  });
});

function lossy(): (packet: AudioPacket) => readonly AudioPacket[] {
  return (packet) => (packet.sequence % 10 === 0 ? [] : [packet]);
}

function swapping(): (packet: AudioPacket) => readonly AudioPacket[] {
  let kept: AudioPacket | undefined;
  return (packet) => {
    if (kept === undefined) {
      kept = packet;
      return [];
    }
    const both = [packet, kept];
    kept = undefined;
    return both;
  };
}

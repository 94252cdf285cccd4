import { createPacketCodec, tonePcm } from "@callpanel/testkit";
import { afterEach, describe, expect, test } from "vitest";
import type { AudioAgreement } from "../description/audio-agreement.ts";
import type { AudioCodec } from "../media.port.ts";
import { createMixer } from "../mix/mixer.ts";
import { AUDIO } from "../rtp/audio-packet.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import { createOutboundStream } from "../rtp/outbound-stream.ts";
import { createOutgoingAudio } from "./outgoing-audio.ts";
import { createSwitchboard } from "./switchboard.ts";

const AGREEMENT: AudioAgreement = {
  codec: "opus",
  payloadType: 96,
  telephoneEvent: { payloadType: 101, clockRate: 48_000 },
  telephoneEvents: [{ payloadType: 101, clockRate: 48_000 }],
  direction: "sendrecv",
};
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The outgoing audio of one Opus party, its clock and what was sent to it; two parties that send one packet each per beat. */
function newEar(codec: AudioCodec) {
  const clock = { now: 1000 };
  const sent: { payloadType: number; sequence: number; timestamp: number; marker: boolean }[] = [];
  const switchboard = createSwitchboard({ worker: 0 });
  let mixBeat = (): void => undefined;
  const mixer = createMixer({
    switchboard,
    everyBeat: (run) => {
      mixBeat = run;
      return () => (mixBeat = () => undefined);
    },
    silence: () => Uint8Array.of(1),
    onTalking: () => undefined,
  });
  const outbound = createOutboundStream({
    now: () => clock.now,
    randomUint32: () => 0xffff_fff0,
    send: (header) => {
      const [, second = 0] = header;
      const sequence = header.readUInt16BE(2);
      sent.push({ payloadType: second & 0x7f, marker: second > 0x7f, sequence, timestamp: header.readUInt32BE(4) });
      return true;
    },
  });
  outbound.setAgreement(AGREEMENT);
  const self = { id: "ear", worker: 0 };
  const outgoingAudio = createOutgoingAudio({
    self,
    outbound,
    switchboard,
    mixer,
    agreement: () => AGREEMENT,
    clip: () => ({ frames: [Uint8Array.of(2)], loopFrom: 0 }),
    readFile: async () => Uint8Array.of(),
    onPlayed: () => undefined,
  });
  const voice = createPacketCodec(codec === "opus" ? "opus" : "PCMU");
  const payload = voice.encode(
    tonePcm({ frequencyHz: 440, amplitude: 0.3 }, { sampleRate: voice.sampleRate, samples: voice.sampleRate / 50 }),
  );
  stops.push(mixer.close, voice.close, outgoingAudio.close);
  let count = 0;
  const publish = (origin: string, changes: Partial<AudioPacket>): void =>
    switchboard.publish({
      origin,
      ssrc: 1,
      content: AUDIO,
      codec,
      sequence: count & 0xffff,
      timestamp: count * voice.ticks,
      marker: false,
      payload,
      level: 20,
      ...changes,
    });
  return {
    outgoingAudio,
    sent,
    run: (beats: number, changes: Partial<AudioPacket> = {}) => {
      for (let i = 0; i < beats; i += 1) {
        clock.now += 20;
        count += 1;
        for (const origin of ["a", "b"]) publish(origin, changes);
        outgoingAudio.beat();
        mixBeat();
      }
    },
  };
}

const A = { id: "a", worker: 0 };
const B = { id: "b", worker: 0 };

describe("the sound that a party hears", () => {
  test("MEDIA-62 peer, mix, music, mix of one, mix: one packet per beat, with continuous numbers", () => {
    const { outgoingAudio, sent, run } = newEar("opus");
    for (const source of [
      { kind: "peer", port: "a", worker: 0 },
      { kind: "mix", parties: [A, B] },
      { kind: "prompt", prompt: { kind: "music" } },
      { kind: "mix", parties: [A] },
      { kind: "mix", parties: [A, B] },
      { kind: "peer", port: "b", worker: 0 },
    ] as const) {
      outgoingAudio.hear(source);
      run(10);
    }
    expect(sent).toHaveLength(60);
    for (const [i, packet] of sent.slice(1).entries()) {
      expect((packet.sequence - (sent[i]?.sequence ?? 0)) & 0xffff).toBe(1);
      expect((packet.timestamp - (sent[i]?.timestamp ?? 0)) >>> 0).toBe(960);
    }
    expect(sent.flatMap(({ marker }, i) => (marker ? [i] : []))).toEqual([0, 10, 20, 30, 40, 50]);
  });

  test("MEDIA-26 a peer of another codec is transcoded", () => {
    const { outgoingAudio, sent, run } = newEar("PCMU");
    outgoingAudio.hear({ kind: "peer", port: "a", worker: 0 });
    run(30);
    expect(sent.length).toBeGreaterThanOrEqual(29);
    expect(sent.filter(({ marker }) => marker)).toHaveLength(1);
    expect(new Set(sent.map(({ payloadType }) => payloadType))).toEqual(new Set([96]));
  });

  test("MEDIA-61 a digit of a transcoded party is one event, without audio in between", () => {
    const { outgoingAudio, sent, run } = newEar("PCMU");
    outgoingAudio.hear({ kind: "mix", parties: [A] });
    run(10);
    const from = sent.length;
    const event = { content: { kind: "telephone-event", clockRate: 8000 }, timestamp: 77 } as const;
    for (const [i, duration] of [160, 320, 480, 480, 480].entries()) {
      run(1, { ...event, payload: Uint8Array.of(5, i > 1 ? 0x80 : 0, duration >> 8, duration & 0xff) });
    }
    const events = sent.slice(from);
    expect(events.map(({ payloadType }) => payloadType)).toEqual([101, 101, 101, 101, 101]);
    expect(new Set(events.map(({ timestamp }) => timestamp)).size).toBe(1);
    expect(events.map(({ marker }) => marker)).toEqual([true, false, false, false, false]);
    run(10);
    expect(sent.at(-1)?.payloadType).toBe(96);
  });
});

import { describe, expect, test } from "vitest";
import type { AudioAgreement } from "../description/audio-agreement.ts";
import { AUDIO } from "./audio-packet.ts";
import type { AudioPacket } from "./audio-packet.ts";
import { createOutboundStream } from "./outbound-stream.ts";
import type { OutboundStream } from "./outbound-stream.ts";

const AGREEMENT: AudioAgreement = {
  codec: "opus",
  payloadType: 96,
  telephoneEvent: { payloadType: 101, clockRate: 8000 },
  telephoneEvents: [{ payloadType: 101, clockRate: 8000 }],
  direction: "sendrecv",
};

interface Sent {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: string;
}

function newStream(agreement: AudioAgreement = AGREEMENT): {
  stream: OutboundStream;
  sent: Sent[];
  clock: { now: number; up: boolean };
} {
  const sent: Sent[] = [];
  const clock = { now: 10_000, up: true };
  const stream = createOutboundStream({
    now: () => clock.now,
    randomUint32: () => 0xffff_fff0, // near the wrap of every number
    send: (header, payload) => {
      if (!clock.up) return false;
      sent.push({
        payloadType: (header[1] ?? 0) & 0x7f,
        marker: (header[1] ?? 0) > 0x7f,
        sequence: header.readUInt16BE(2),
        timestamp: header.readUInt32BE(4),
        ssrc: header.readUInt32BE(8),
        payload: Buffer.from(payload).toString(),
      });
      return true;
    },
  });
  stream.setAgreement(agreement);
  return { stream, sent, clock };
}

function packet(sequence: number, changes: Partial<AudioPacket> = {}): AudioPacket {
  return {
    origin: "alice",
    ssrc: 5,
    content: AUDIO,
    codec: "opus",
    sequence: sequence & 0xffff,
    timestamp: (sequence * 960) >>> 0,
    marker: false,
    payload: Buffer.from(String(sequence)),
    ...changes,
  };
}

/** Differences between neighbours, modulo the width of the field. */
function steps(values: readonly number[], modulus: number): readonly number[] {
  return values.slice(1).map((value, i) => (value - (values[i] ?? 0) + modulus) % modulus);
}

describe("the outbound stream", () => {
  test("MEDIA-21 relays a party's payload with our SSRC and the far end's payload type", () => {
    const { stream, sent } = newStream();
    for (const sequence of [500, 501, 502]) stream.forward(packet(sequence));
    expect(sent.map(({ payload }) => payload)).toEqual(["500", "501", "502"]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, false, false]);
    expect(new Set(sent.map(({ ssrc, payloadType }) => `${ssrc} ${payloadType}`))).toEqual(
      new Set([`${stream.ssrc} 96`]),
    );
    expect(
      steps(
        sent.map(({ sequence }) => sequence),
        0x1_0000,
      ),
    ).toEqual([1, 1]);
    expect(
      steps(
        sent.map(({ timestamp }) => timestamp),
        0x1_0000_0000,
      ),
    ).toEqual([960, 960]);
  });

  test("MEDIA-21 loss and reordering are passed on, so that the far end can see them", () => {
    const { stream, sent } = newStream();
    for (const sequence of [10, 13, 12]) stream.forward(packet(sequence));
    expect(
      steps(
        sent.map(({ sequence }) => sequence),
        0x1_0000,
      ),
    ).toEqual([3, 0xffff]);
  });

  test("MEDIA-22 a new source continues with the next number, later by the time that passed, with the marker bit", () => {
    const { stream, sent, clock } = newStream();
    stream.forward(packet(500));
    clock.now += 100;
    stream.sendFrame("music 1", Buffer.from("m1"));
    clock.now += 20;
    stream.sendFrame("music 1", Buffer.from("m2"));
    clock.now += 1;
    stream.forward(packet(9000, { origin: "bob", ssrc: 6 }));
    clock.now += 20;
    stream.forward(packet(70, { origin: "bob", ssrc: 60 })); // bob's device starts another stream
    expect(
      steps(
        sent.map(({ sequence }) => sequence),
        0x1_0000,
      ),
    ).toEqual([1, 1, 1, 1]);
    expect(
      steps(
        sent.map(({ timestamp }) => timestamp),
        0x1_0000_0000,
      ),
    ).toEqual([4800, 960, 960, 960]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, true, false, true, true]);
    expect(new Set(sent.map(({ ssrc }) => ssrc)).size).toBe(1);
  });

  test("MEDIA-22 a source starts, with the marker bit, when the transport is up, not before", () => {
    const { stream, sent, clock } = newStream();
    clock.up = false;
    stream.forward(packet(1));
    stream.sendFrame("music 1", Buffer.from("m1"));
    expect(stream.packetsSent).toBe(0);
    clock.up = true;
    stream.sendFrame("music 1", Buffer.from("m2"));
    stream.forward(packet(2));
    expect(sent.map(({ marker }) => marker)).toEqual([true, true]);
  });

  test("MEDIA-23 a late packet from before the change is dropped, a packet from long after is not", () => {
    const { stream, sent } = newStream();
    stream.forward(packet(100));
    stream.forward(packet(99));
    expect(sent).toHaveLength(1);
    for (let i = 101; i < 40_000; i += 1) stream.forward(packet(i));
    expect(sent).toHaveLength(39_900);
  });

  test("MEDIA-5 nothing is sent to a far end that does not want to hear", () => {
    for (const direction of ["sendonly", "inactive"] as const) {
      const { stream, sent } = newStream({ ...AGREEMENT, direction });
      stream.forward(packet(1));
      stream.sendFrame("music 1", Buffer.from("m"));
      expect(sent).toEqual([]);
    }
  });

  test("MEDIA-26 a packet of another codec is not relayed", () => {
    const { stream, sent } = newStream();
    stream.forward(packet(1, { codec: "PCMU" }));
    expect(sent).toEqual([]);
  });

  test("MEDIA-31 a digit is relayed with the far end's payload type and clock rate, or not at all", () => {
    const digit = packet(2, {
      content: { kind: "telephone-event", clockRate: 48_000 },
      payload: Buffer.from([5, 10, 0x12, 0xc0]),
    });
    const { stream, sent } = newStream();
    stream.forward(packet(1));
    stream.forward(digit);
    expect(sent[1]).toMatchObject({ payloadType: 101, payload: Buffer.from([5, 10, 0x03, 0x20]).toString() });

    const without = newStream({ ...AGREEMENT, telephoneEvent: undefined });
    without.stream.forward(digit);
    expect(without.sent).toEqual([]);
  });

  test("MEDIA-32 the packets of a digit of ours share the timestamp of the first one, and audio continues after them", () => {
    const { stream, sent, clock } = newStream();
    stream.forward(packet(1));
    for (let i = 0; i < 5; i += 1) {
      clock.now += 20;
      stream.sendEvent("digit 1", Buffer.from([1]));
    }
    clock.now += 20;
    stream.forward(packet(7));
    expect(
      steps(
        sent.map(({ timestamp }) => timestamp),
        0x1_0000_0000,
      ),
    ).toEqual([960, 0, 0, 0, 0, 4800]);
    expect(sent.map(({ marker }) => marker)).toEqual([true, true, false, false, false, false, true]);
    expect(sent.map(({ payloadType }) => payloadType)).toEqual([96, 101, 101, 101, 101, 101, 96]);
  });
});

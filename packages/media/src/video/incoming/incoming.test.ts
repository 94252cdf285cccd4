import { seededRandom } from "@callpanel/testkit";
import { expect, it } from "vitest";
import {
  PAYLOAD_TYPE,
  RTX_PAYLOAD_TYPE,
  VIDEO_IDS,
  VideoSender,
  rtpHeader,
  soundPacket,
} from "../../../test/video-sender.ts";
import { RtpPacket } from "../wire/rtp-packet.ts";
import { IncomingLayer } from "./incoming-layer.ts";
import { IncomingStreams } from "./incoming-streams.ts";
import type { SendingSection, Stream } from "./incoming-streams.ts";
import { KeyFrameWish } from "./key-frame-wish.ts";
import { RateMeter } from "./rate-meter.ts";

const CAMERA: SendingSection = {
  kind: "camera",
  mid: "1",
  payloadType: PAYLOAD_TYPE,
  rtxPayloadType: RTX_PAYLOAD_TYPE,
  rids: ["l", "m", "h"],
};
const VOICE: SendingSection = { kind: "voice", mid: "0", payloadType: 111 };
const rtp = new RtpPacket();

function read(packet: Buffer): RtpPacket {
  if (!rtp.read(packet, VIDEO_IDS)) throw new Error("malformed");
  return rtp;
}

/** One layer, with numbers as given and a payload that is a part of a picture. */
function packet(sequence: number, payload = Buffer.from("80e0800101400000", "hex")): RtpPacket {
  return read(Buffer.concat([rtpHeader({ payloadType: PAYLOAD_TYPE, sequence, ssrc: 7 }), payload]));
}

function resent(original: number): RtpPacket {
  const payload = Buffer.from("000080e0800101400000", "hex");
  payload.writeUInt16BE(original & 0xffff);
  return read(Buffer.concat([rtpHeader({ payloadType: RTX_PAYLOAD_TYPE, sequence: 1, ssrc: 8 }), payload]));
}

function createStreams(): { streams: IncomingStreams; find: (packet: Buffer) => Stream | undefined } {
  const streams = new IncomingStreams();
  streams.setSections([VOICE, CAMERA]);
  return { streams, find: (one) => streams.find(read(one)) };
}

it("VENG-6 a stream is known by its MID and RID, a resent one by its repaired RID, later by its SSRC", () => {
  const { streams, find } = createStreams();
  const sender = new VideoSender({ sender: 1, random: seededRandom(1) });
  const [low, middle, high] = sender.layers;
  const first = sender.picture(0);
  expect(first.map((one) => find(one)).map((stream) => stream?.kind === "layer" && stream.index)).toEqual(
    first.map((one) => one.readUInt32BE(8) % 10),
  );
  expect(streams.layers("camera").map(({ ssrc }) => ssrc)).toEqual([low?.ssrc, middle?.ssrc, high?.ssrc]);
  const again = sender.resend(high?.ssrc ?? 0, first.at(-1)?.readUInt16BE(2) ?? 0);
  expect(again && find(again)).toMatchObject({ kind: "resent", index: 2 });
  for (let at = 0; at < 30; at += 1) sender.picture(at * 40);
  expect(sender.picture(2000).map((one) => find(one)?.kind)).not.toContain(undefined); // without MID and RID by now
  expect(find(soundPacket({ ssrc: 99, sequence: 1, timestamp: 1, level: 30 }))).toMatchObject({ kind: "sound" });
});

it("VENG-6 packets that were not negotiated belong to no stream: no MID, another RID, another payload type", () => {
  const { find } = createStreams();
  const with_ = (payloadType: number, mid: string, rid: string): Buffer =>
    Buffer.concat([
      rtpHeader({
        payloadType,
        sequence: 1,
        ssrc: 5,
        extensions: [
          [VIDEO_IDS.mid, Buffer.from(mid)],
          [VIDEO_IDS.rid, Buffer.from(rid)],
        ],
      }),
      Buffer.alloc(9, 1),
    ]);
  expect(
    find(Buffer.concat([rtpHeader({ payloadType: PAYLOAD_TYPE, sequence: 1, ssrc: 5 }), Buffer.alloc(9)])),
  ).toBeUndefined();
  expect(find(with_(PAYLOAD_TYPE, "7", "h"))).toBeUndefined();
  expect(find(with_(PAYLOAD_TYPE, "1", "x"))).toBeUndefined();
  expect(find(with_(111, "1", "h"))).toBeUndefined();
  expect(find(with_(PAYLOAD_TYPE, "0", "h"))).toBeUndefined();
  expect(find(with_(PAYLOAD_TYPE, "1", "h"))).toBeDefined();
  expect(find(Buffer.concat([rtpHeader({ payloadType: 111, sequence: 1, ssrc: 5 }), Buffer.alloc(9)]))).toBeUndefined();
});

it("VENG-6 a layer that comes under another SSRC replaces the one before, however often", () => {
  const { streams, find } = createStreams();
  const as = (ssrc: number): Stream | undefined =>
    find(
      Buffer.concat([
        rtpHeader({
          payloadType: PAYLOAD_TYPE,
          sequence: 1,
          ssrc,
          extensions: [
            [VIDEO_IDS.mid, Buffer.from("1")],
            [VIDEO_IDS.rid, Buffer.from("l")],
          ],
        }),
        Buffer.alloc(9, 1),
      ]),
    );
  const generation = (): number | undefined => streams.layers("camera")[0]?.generation;
  as(1);
  const before = generation();
  for (let ssrc = 2; ssrc < 1000; ssrc += 1) expect(as(ssrc)).toMatchObject({ kind: "layer", index: 0 });
  expect([...streams.all]).toHaveLength(1);
  expect(generation()).toBeGreaterThan(before ?? 0);
});

it("VENG-6 a later description keeps the streams that are in it, and ends the others", () => {
  const { streams } = createStreams();
  const layers = streams.layers("camera");
  streams.setSections([VOICE, { ...CAMERA }]);
  expect(streams.layers("camera")).toBe(layers);
  streams.setSections([VOICE]);
  expect(streams.layers("camera")).toEqual([]);
});

it("VENG-7 each packet comes once; one that is too old does not come", () => {
  const layer = new IncomingLayer(500);
  expect(layer.receive(packet(65_535), 0)?.sequence).toBe(layer.highest);
  expect(layer.receive(packet(1), 1)?.sequence).toBe(layer.highest);
  expect(layer.receive(packet(0), 2)?.sequence).toBe(layer.highest - 1);
  expect([layer.receive(packet(0), 3), layer.receive(packet(1), 3), layer.receive(packet(65_535), 3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  layer.receive(packet(600), 4);
  expect(layer.receive(packet(80), 5)).toBeUndefined();
  expect(layer.receive(packet(100), 5)).toBeDefined();
});

it("VENG-7 a jump of the numbers is believed when a second packet follows it, and is then a new stream", () => {
  const layer = new IncomingLayer(500);
  layer.receive(packet(100), 0);
  expect(layer.receive(packet(40_000), 1)).toBeUndefined();
  expect(layer.receive(packet(101), 2)).toBeDefined();
  expect(layer.receive(packet(40_000), 3)).toBeUndefined();
  const { generation } = layer;
  expect(layer.receive(packet(40_001), 4)).toBeDefined();
  expect(layer.generation).toBe(generation + 1);
  expect(layer.receive(packet(40_002), 5)).toBeDefined();
});

it("VENG-8 a missing packet is requested after 10 ms, again after each round trip, ten times", () => {
  const layer = new IncomingLayer(500);
  layer.receive(packet(65_534), 0);
  layer.receive(packet(1), 0);
  expect(layer.packetsToAskFor(5, 80)).toEqual([]);
  expect(layer.packetsToAskFor(10, 80)).toEqual([65_535, 0]);
  expect(layer.packetsToAskFor(80, 80)).toEqual([]);
  layer.receiveResent(resent(65_535), 85);
  const times = Array.from({ length: 50 }, (_, index) => layer.packetsToAskFor(90 + index * 20, 80).length);
  expect(times.reduce((sum, one) => sum + one, 0)).toBe(9);
  expect(layer.keyFrame.due(2000)).toBe(true); // given up: only a key frame helps
});

it("VENG-8 a packet is requested for one second at most, and more than 256 packets not at all", () => {
  const layer = new IncomingLayer(500);
  layer.receive(packet(1), 0);
  layer.receive(packet(3), 0);
  expect([layer.packetsToAskFor(900, 300), layer.packetsToAskFor(1300, 300)]).toEqual([[2], []]);
  layer.keyFrame.arrived(1400);
  layer.receive(packet(300), 1400);
  expect(layer.packetsToAskFor(1500, 100)).toEqual([]);
  expect(layer.keyFrame.due(1500)).toBe(true);
});

it("VENG-9 a resent packet takes the place of its original; a probe, or one that came, does not come", () => {
  const layer = new IncomingLayer(500);
  expect(layer.receiveResent(resent(10), 0)).toBeUndefined(); // nothing to compare it with
  layer.receive(packet(10), 0);
  layer.receive(packet(12), 0);
  const held = layer.receiveResent(resent(11), 5);
  expect(held).toMatchObject({ sequence: layer.highest - 1, payloadStart: 14 });
  expect(held?.vp8.temporalLayer).toBe(1);
  expect(layer.receiveResent(resent(11), 6)).toBeUndefined();
  expect(layer.receiveResent(resent(9), 6)).toBeDefined(); // older than the first: not a repetition, and too early for any slot
  expect(layer.receiveResent(resent(14), 7)?.sequence).toBe(layer.highest); // ahead of its layer
  expect(layer.receiveResent(resent(5000), 8)).toBeUndefined();
  const padding = read(
    Buffer.concat([rtpHeader({ payloadType: RTX_PAYLOAD_TYPE, sequence: 2, ssrc: 8 }), Buffer.from([0, 15])]),
  );
  expect(layer.receiveResent(padding, 9)).toBeUndefined();
});

it("VENG-10 all waiting receivers share a request; it is repeated until a key frame comes", () => {
  const wish = new KeyFrameWish(500);
  expect(wish.due(0)).toBe(false);
  wish.want();
  wish.want();
  expect([wish.due(0), wish.due(20), wish.due(480), wish.due(500), wish.due(520)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  wish.arrived(600);
  expect(wish.due(5000)).toBe(false);
  wish.want();
  expect([wish.due(5000), wish.due(5400)]).toEqual([true, false]);
  wish.drop();
  expect(wish.due(9000)).toBe(false);
});

it("VENG-10 a sender that does not answer is asked twice in each interval, then more and more rarely, and soon again after a key frame", () => {
  const wish = new KeyFrameWish(500);
  const asked: number[] = [];
  wish.want();
  for (let now = 0; now < 12_000; now += 20) if (wish.due(now)) asked.push(now);
  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(waits).toEqual([500, 1000, 1000, 1500, 1500, 2000, 2000, 2000]);
  wish.arrived(12_000);
  wish.want();
  expect([wish.due(12_000), wish.due(12_500), wish.due(13_000)]).toEqual([true, true, false]);
});

it("VENG-12 the report about a layer repeats its sender's last one, and older ones do not count", () => {
  const layer = new IncomingLayer(500);
  expect(layer.receptionBlock(0)).toBeUndefined();
  layer.bind(7);
  layer.receive(packet(1), 0);
  layer.receive(packet(4), 100);
  layer.receiveReport({ ntpMs: 5000, rtpTime: 1, lastReport: 0xaa, arrivedAt: 100 });
  layer.receiveReport({ ntpMs: 4000, rtpTime: 2, lastReport: 0xbb, arrivedAt: 200 });
  expect(layer.receptionBlock(300)).toMatchObject({
    ssrc: 7,
    packetsLost: 2,
    lastReport: 0xaa,
    delaySinceLastReportMs: 200,
  });
});

it("VENG-45 the rate of a layer is that of its last second", () => {
  const meter = new RateMeter();
  for (let at = 0; at < 2000; at += 10) meter.add(125, 1e12 + at);
  expect(meter.bitsPerSecond(1e12 + 1999)).toBeCloseTo(100_000, -3);
  expect(meter.bitsPerSecond(1e12 + 2500)).toBeLessThan(60_000);
  expect(meter.bitsPerSecond(1e12 + 60_000)).toBe(0);
});

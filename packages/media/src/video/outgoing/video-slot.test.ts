import { seededRandom } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { PictureChecker } from "../../../test/picture-checker.ts";
import { PAYLOAD_TYPE, RTX_PAYLOAD_TYPE, VIDEO_IDS, VideoSender } from "../../../test/video-sender.ts";
import type { VideoSenderOptions } from "../../../test/video-sender.ts";
import { IncomingLayer } from "../incoming/incoming-layer.ts";
import { readCompound } from "../wire/rtcp-reader.ts";
import { RtpPacket } from "../wire/rtp-packet.ts";
import { SendingPath } from "./sending-path.ts";
import { VideoSlot } from "./video-slot.ts";

const MS = 1000 / 25;

/** One slot, and senders whose packets come to it in an order that the test decides. */
function createScene(...options: Partial<VideoSenderOptions>[]) {
  const random = seededRandom(11);
  const sent: Buffer[] = [];
  const clock = { nowMs: 10_000 };
  const checker = new PictureChecker({ ssrc: 1, rtxSsrc: 2 });
  const path = new SendingPath((packet) => {
    sent.push(Buffer.from(packet));
    checker.receive(packet, clock.nowMs);
  });
  path.pictureSequenceId = 3;
  const slot = new VideoSlot({
    streams: { mid: "v", ssrc: 1, rtxSsrc: 2 },
    formats: { payloadType: PAYLOAD_TYPE, rtxPayloadType: RTX_PAYLOAD_TYPE },
    path,
    randomUint32: () => Math.floor(random() * 2 ** 32),
  });
  const rtp = new RtpPacket();
  const senders = options.map((one, index) => new VideoSender({ sender: index + 1, random, ...one }));
  const layers = senders.map((sender) => sender.layers.map(() => new IncomingLayer(500)));
  const layer = (sender: number, index: number): IncomingLayer => {
    const found = layers[sender]?.[index];
    if (found === undefined) throw new Error("no such layer");
    return found;
  };
  const take = (sender: number, packet: Buffer): void => {
    if (!rtp.read(packet, VIDEO_IDS)) throw new Error("malformed");
    const index =
      senders[sender]?.layers.findIndex(({ ssrc, rtxSsrc }) => ssrc === rtp.ssrc || rtxSsrc === rtp.ssrc) ?? -1;
    const to = layer(sender, index);
    const isResent = rtp.payloadType === RTX_PAYLOAD_TYPE;
    const held = isResent ? to.receiveResent(rtp, clock.nowMs) : to.receive(rtp, clock.nowMs);
    if (held !== undefined) slot.forward(held, to, clock.nowMs);
  };
  /** All senders' next picture; `alter` may lose, double or mix its packets. */
  const picture = (alter: (packets: Buffer[], sender: number) => Buffer[] = (packets) => packets): void => {
    clock.nowMs += MS;
    senders.forEach((sender, index) => {
      for (const packet of alter(sender.picture(clock.nowMs), index)) take(index, packet);
    });
  };
  const sender = (index: number): VideoSender => {
    const found = senders[index];
    if (found === undefined) throw new Error("no such sender");
    return found;
  };
  const key = (index: number, at: number): void => sender(index).key(sender(index).layers[at]?.ssrc ?? 0);
  const report = (index: number): void => {
    sender(index).layers.forEach((_, at) => {
      const [read] = readCompound(sender(index).report(at, clock.nowMs));
      if (read?.kind === "sender-report") layer(index, at).receiveReport({ ...read, arrivedAt: clock.nowMs });
    });
  };
  return { sent, clock, checker, slot, layer, take, picture, sender, key, report };
}

const numbers = (packets: readonly Buffer[]): number[] => packets.map((packet) => packet.readUInt16BE(2));

it("VENG-20 a slot begins with a key frame, and its picture changes only with another one", () => {
  const { checker, slot, layer, picture, key } = createScene({});
  for (let at = 0; at < 5; at += 1) picture();
  slot.choose(layer(0, 0), 3);
  for (let at = 0; at < 5; at += 1) picture();
  expect(checker.pictures()).toEqual([]);
  key(0, 0);
  for (let at = 0; at < 5; at += 1) picture();
  slot.choose(layer(0, 2), 3);
  for (let at = 0; at < 5; at += 1) picture();
  expect(checker.pictures().map((one) => one.layer)).toEqual(Array.from({ length: 10 }, () => 0));
  key(0, 2);
  for (let at = 0; at < 3; at += 1) picture();
  expect(checker.pictures().slice(-3)).toMatchObject([{ layer: 2, isKey: true }, { layer: 2 }, { layer: 2 }]);
  expect(checker.faults).toEqual([]);
});

it("VENG-20 another person follows with the next numbers, a later time, and nothing of the one before", () => {
  const { sent, clock, checker, slot, layer, picture, key } = createScene({}, {});
  slot.choose(layer(0, 1), 3);
  for (let at = 0; at < 10; at += 1) picture();
  clock.nowMs += 5000;
  slot.clear();
  slot.choose(layer(1, 1), 3);
  key(1, 1);
  for (let at = 0; at < 10; at += 1) picture();
  const shown = checker.pictures();
  expect(shown.map((one) => one.sender)).toEqual([
    ...Array.from({ length: 10 }, () => 1),
    ...Array.from({ length: 10 }, () => 2),
  ]);
  const [last, next] = [shown[9], shown[10]];
  expect((((next?.timestamp ?? 0) - (last?.timestamp ?? 0)) | 0) / 90).toBeCloseTo(5000 + MS, -1);
  const all = numbers(sent);
  expect(all.slice(1).every((number, index) => ((number - (all[index] ?? 0)) & 0xffff) === 1)).toBe(true);
  expect(checker.faults).toEqual([]);
});

it("VENG-21 after a picture without its end one number is left out, so that the decoder knows", () => {
  const { sent, slot, layer, picture, key, checker } = createScene({}, {});
  slot.choose(layer(0, 2), 3);
  picture();
  picture((packets, sender) => (sender === 0 ? packets.slice(0, -1) : packets));
  slot.clear();
  slot.choose(layer(1, 0), 3);
  key(1, 0);
  picture();
  const all = numbers(sent);
  const steps = all.slice(1).map((number, index) => (number - (all[index] ?? 0)) & 0xffff);
  expect(steps.filter((step) => step === 2)).toHaveLength(1);
  checker.pictures();
  expect(checker.faults).toEqual([]);
});

it("VENG-22 layers of one source follow each other by its own clock, whenever their packets come", () => {
  const { clock, checker, slot, layer, picture, key, report } = createScene({});
  slot.choose(layer(0, 0), 3);
  picture();
  report(0);
  picture();
  slot.choose(layer(0, 2), 3);
  key(0, 2);
  const late: Buffer[] = [];
  picture((packets) => packets.filter((packet) => packet.readUInt32BE(8) % 10 !== 2 || late.push(packet) === 0));
  clock.nowMs += 30; // the large key frame takes longer on its way
  picture((packets) => [...late, ...packets]);
  const shown = checker.pictures();
  const steps = shown.slice(1).map(({ timestamp }, index) => ((timestamp - (shown[index]?.timestamp ?? 0)) | 0) / 90);
  expect(shown.map((one) => one.layer)).toEqual([0, 0, 0, 2, 2]);
  // The key frame is the same moment as the picture before it: moved on by the least. Then the sender's own steps.
  expect(steps.map((step) => Math.round(step * 10) / 10)).toEqual([40, 40, 0, 70]);
  expect(checker.faults).toEqual([]);
});

it("VENG-22 a key frame with an old time is not shown: another one is requested", () => {
  const { checker, slot, layer, picture, key, report, clock } = createScene({});
  slot.choose(layer(0, 0), 3);
  picture();
  report(0);
  slot.choose(layer(0, 2), 3);
  key(0, 2);
  const late: Buffer[] = [];
  picture((packets) => packets.filter((packet) => packet.readUInt32BE(8) % 10 !== 2 || late.push(packet) === 0));
  for (let at = 0; at < 4; at += 1) picture((packets) => packets.filter((packet) => packet.readUInt32BE(8) % 10 !== 2));
  layer(0, 2).keyFrame.arrived(0);
  picture((packets) => [...packets.filter((packet) => packet.readUInt32BE(8) % 10 === 0), ...late]);
  expect(checker.pictures().map((one) => one.layer)).not.toContain(2);
  expect(layer(0, 2).keyFrame.due(clock.nowMs)).toBe(true);
  key(0, 2);
  picture();
  expect(checker.pictures().at(-1)).toMatchObject({ layer: 2, isKey: true });
  expect(checker.faults).toEqual([]);
});

it("VENG-23 padding of the sender closes up; padding that comes late fills its place", () => {
  const { sent, checker, slot, layer, picture, take, sender } = createScene({ rids: [] });
  slot.choose(layer(0, 0), 3);
  picture();
  take(0, sender(0).padding(0));
  picture();
  const late = sender(0).padding(0);
  picture();
  take(0, late);
  picture();
  const all = numbers(sent).toSorted((a, b) => a - b);
  expect(all.slice(1).map((number, index) => number - (all[index] ?? 0))).not.toContain(2);
  expect(sent.filter((packet) => (packet.readUInt8(0) & 0x20) !== 0)).toHaveLength(1);
  expect(checker.pictures().map((one) => one.frame)).toEqual([0, 1, 2, 3]);
  expect(checker.missing()).toEqual([]);
  expect(checker.faults).toEqual([]);
});

it("VENG-24 temporal layers are left out without gaps, and come back at pictures that depend only on sent ones", () => {
  const { checker, slot, layer, picture } = createScene({ temporalLayers: 3 });
  slot.choose(layer(0, 0), 3);
  for (let at = 0; at < 8; at += 1) picture();
  slot.choose(layer(0, 0), 0);
  for (let at = 0; at < 9; at += 1) picture();
  slot.choose(layer(0, 0), 3);
  for (let at = 0; at < 12; at += 1) picture();
  const shown = checker.pictures();
  expect(shown.slice(0, 8).map((one) => one.temporalLayer)).toEqual([0, 2, 1, 2, 0, 2, 1, 2]);
  expect(shown.slice(8, 11).map((one) => one.temporalLayer)).toEqual([0, 0, 0]);
  expect(shown.slice(-6).map((one) => one.temporalLayer)).toEqual([2, 0, 2, 1, 2, 0]);
  expect(checker.missing()).toEqual([]);
  expect(checker.faults).toEqual([]);
});

it("VENG-24 a picture that depends on one that was left out is left out too", () => {
  const { checker, slot, layer, picture } = createScene({ temporalLayers: 3 });
  slot.choose(layer(0, 0), 0);
  for (let at = 0; at < 7; at += 1) picture();
  slot.choose(layer(0, 0), 3); // next is the upper layer that needs the middle one
  for (let at = 0; at < 5; at += 1) picture();
  expect(checker.pictures().map((one) => one.temporalLayer)).toEqual([0, 0, 0, 1]);
  expect(checker.faults).toEqual([]);
});

it("VENG-24 a late packet of a picture that is left out fills its place", () => {
  const { sent, checker, slot, layer, picture, take } = createScene({ temporalLayers: 3, rates: [800_000], rids: [] });
  slot.choose(layer(0, 0), 0);
  const late: Buffer[] = [];
  picture();
  picture((packets) => (late.push(...packets.slice(1, 2)), packets.filter((_, at) => at !== 1))); // left out, one packet missing
  picture();
  picture((packets) => (late.push(...packets), [])); // lost whole: it keeps its place
  for (let at = 0; at < 5; at += 1) picture();
  const before = sent.length;
  for (const packet of late) take(0, packet);
  expect(sent.length - before).toBe(late.length);
  expect(checker.missing()).toEqual([]);
  expect(checker.pictures().map((one) => one.temporalLayer)).toEqual([0, 0, 0]);
  expect(checker.faults).toEqual([]);
});

it("VENG-25 a lost packet is sent again by its number in the slot, three times at most, and not at once twice", () => {
  const { sent, clock, slot, layer, picture } = createScene({});
  slot.choose(layer(0, 2), 3);
  picture();
  picture();
  const lost = sent[3];
  if (lost === undefined) throw new Error("too few");
  const ask = (afterMs: number): Buffer[] => {
    const before = sent.length;
    clock.nowMs += afterMs;
    slot.resend(lost.readUInt16BE(2), clock.nowMs, 80);
    return sent.slice(before);
  };
  const [again] = ask(0);
  expect(again?.readUInt8(0)).toBe(0x90); // version 2: a library once sent version 0, and its tests passed
  expect([again?.readUInt8(1), again?.readUInt32BE(8), again?.readUInt32BE(4)]).toEqual([
    RTX_PAYLOAD_TYPE | (lost.readUInt8(1) & 0x80),
    2,
    lost.readUInt32BE(4),
  ]);
  expect(again?.readUInt16BE(20)).toBe(lost.readUInt16BE(2));
  expect(again?.subarray(22)).toEqual(lost.subarray(20));
  expect([ask(50).length, ask(60).length, ask(100).length, ask(100).length]).toEqual([0, 1, 1, 0]);
  const [first, second] = numbers(sent.filter((packet) => packet.readUInt32BE(8) === 2));
  expect(((second ?? 0) - (first ?? 0)) & 0xffff).toBe(1);
});

it("VENG-25 after a change of source nothing of the one before is sent again", () => {
  const { sent, clock, slot, layer, picture, key } = createScene({}, {});
  slot.choose(layer(0, 2), 3);
  for (let at = 0; at < 3; at += 1) picture();
  const old = numbers(sent);
  slot.clear();
  slot.choose(layer(1, 2), 3);
  key(1, 2);
  picture();
  const before = sent.length;
  for (const number of [...old, 0, 12_345]) slot.resend(number, clock.nowMs, 80);
  expect(sent).toHaveLength(before);
});

it("VENG-25 after a change of layer nothing of the one before is sent again: its numbers mean other packets there", () => {
  const { sent, clock, slot, layer, picture, key } = createScene({ firstSequence: 500 });
  slot.choose(layer(0, 2), 3);
  for (let at = 0; at < 3; at += 1) picture();
  const old = numbers(sent);
  slot.choose(layer(0, 1), 3);
  key(0, 1);
  picture();
  const before = sent.length;
  for (const number of old) slot.resend(number, clock.nowMs, 80);
  expect(sent).toHaveLength(before);
});

it("VENG-27 a sender that begins again on its SSRC is shown from its next key frame on", () => {
  const { sent, checker, slot, layer, picture, sender, key } = createScene({ rids: [], firstSequence: 1000 });
  slot.choose(layer(0, 0), 3);
  for (let at = 0; at < 3; at += 1) picture();
  const [state] = sender(0).layers;
  if (state !== undefined) state.sequence = 30_000;
  const before = sent.length;
  for (let at = 0; at < 3; at += 1) picture();
  expect(sent).toHaveLength(before);
  key(0, 0);
  picture();
  expect(checker.pictures().map((one) => one.frame)).toEqual([0, 1, 2, 6]);
  expect(checker.faults).toEqual([]);
});

it("VENG-28 a sender report of a slot follows its sender's clock", () => {
  const { clock, slot, layer, picture, report, checker } = createScene({});
  expect(slot.rtpTimeNow(clock.nowMs)).toBeUndefined();
  slot.choose(layer(0, 0), 3);
  picture();
  report(0);
  picture();
  const last = checker.pictures().at(-1)?.timestamp ?? 0;
  expect((((slot.rtpTimeNow(clock.nowMs + 100) ?? 0) - last) | 0) / 90).toBeCloseTo(100, 0);
});

it("VENG-26 with packets lost, doubled or mixed on the way, a slot's output can be decoded", () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const random = seededRandom(seed);
    const scene = createScene({ temporalLayers: 3 }, { temporalLayers: 2 }, { shortPictureIds: true });
    const { slot, layer, picture, take, sender, clock, checker } = scene;
    let person = 0;
    let waiting: { at: number; sender: number; packet: Buffer }[] = [];
    for (let step = 0; step < 1000; step += 1) {
      if (random() < 0.01) {
        person = (person + 1 + Math.floor(random() * 2)) % 3;
        slot.clear();
        slot.choose(layer(person, Math.floor(random() * 3)), 3);
      }
      if (random() < 0.02) slot.choose(layer(person, Math.floor(random() * 3)), Math.floor(random() * 4));
      if (step % 25 === 0) for (let index = 0; index < 3; index += 1) scene.report(index);
      picture((packets, index) => {
        const arrived: Buffer[] = [];
        for (const packet of packets) {
          const fate = random();
          if (fate < 0.05)
            waiting.push({
              at: clock.nowMs + 60 + random() * 100,
              sender: index,
              packet:
                random() < 0.5
                  ? packet
                  : (sender(index).resend(packet.readUInt32BE(8), packet.readUInt16BE(2)) ?? packet),
            });
          else if (fate < 0.1) arrived.splice(Math.floor(random() * arrived.length), 0, packet);
          else arrived.push(packet);
          if (random() < 0.02) arrived.push(packet);
        }
        return arrived;
      });
      for (const late of waiting.filter(({ at }) => at <= clock.nowMs)) take(late.sender, late.packet);
      waiting = waiting.filter(({ at }) => at > clock.nowMs);
      for (let index = 0; index < 3; index += 1) {
        sender(index).layers.forEach(({ ssrc }, at) => {
          if (layer(index, at).keyFrame.due(clock.nowMs)) sender(index).key(ssrc);
        });
      }
    }
    for (const late of waiting) take(late.sender, late.packet);
    const shown = checker.pictures();
    expect(checker.faults.slice(0, 5), `seed ${seed}`).toEqual([]);
    expect(shown.length).toBeGreaterThan(300);
    expect(new Set(shown.map((one) => one.sender)).size).toBe(3);
  }
});

import { seededRandom } from "@callpanel/testkit";
import { RtcpPacketConverter, RtcpTransportLayerFeedback, TransportWideCC } from "werift";
import { expect, it } from "vitest";
import { ArrivalLog } from "../incoming/arrival-log.ts";
import { readTransportFeedback, writeTransportFeedback } from "./transport-feedback.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const head = (count: string): string => `8fcd0006 00000001 00000002 fffe ${count} 000001 05`;

it("VENG-5 all forms of chunks are read", () => {
  // A run of 2 small steps, 7 symbols of two bits (large, small, five lost), steps 4, 8, -1, 12.
  const packet = hex(`${head("0009")} 2002 e400 04 08 ffff 0c 0000`);
  expect(readTransportFeedback(packet)).toEqual({ base: 65_534, arrivals: [260, 268, 267, 279, -1, -1, -1, -1, -1] });
});

it("VENG-5 written feedback can be read here and by another implementation", () => {
  const random = seededRandom(5);
  for (let round = 0; round < 200; round += 1) {
    let at = 1_000_000 + Math.floor(random() * 1e6);
    const loss = random();
    const count = 1 + Math.floor(random() * 300);
    const certain = Math.floor(random() * count);
    const arrivals = Array.from({ length: count }, (_, index) => {
      if (index !== certain && random() < loss) return -1;
      at += Math.floor((random() - 0.2) * (random() < 0.1 ? 20_000 : 300));
      return at;
    });
    const packet = writeTransportFeedback({ sender: 1, media: 2, number: round, base: 65_500, arrivals });
    const trimmed = readTransportFeedback(
      packet.subarray(0, packet.length - (packet.readUInt8(0) & 0x20 ? packet.readUInt8(packet.length - 1) : 0)),
    );
    expect(trimmed).toEqual({ base: 65_500, arrivals });
    const [other] = RtcpPacketConverter.deSerialize(packet);
    const feedback = other instanceof RtcpTransportLayerFeedback ? other.feedback : undefined;
    if (!(feedback instanceof TransportWideCC)) throw new Error("another packet");
    const came = arrivals.filter((arrival) => arrival >= 0);
    const steps = came.map((arrival, index) => arrival - (came[index - 1] ?? Math.floor(arrival / 256) * 256));
    expect(feedback.packetStatusCount).toBe(arrivals.length);
    expect(feedback.recvDeltas.map(({ delta }) => delta / 250)).toEqual(steps);
  }
});

it("VENG-1 feedback that counts more than a connection sends, or ends early, is refused", () => {
  expect(readTransportFeedback(hex(`${head("ffff")} 3fff 3fff 3fff 3fff`))).toBeUndefined();
  expect(readTransportFeedback(hex(`${head("1388")} 1388 0000`))).toBeUndefined(); // 5,000 that did not arrive
  expect(readTransportFeedback(hex(`${head("0000")} 2001 04 00`))).toBeUndefined();
  expect(readTransportFeedback(hex(`${head("0009")} 2009 0404`))).toBeUndefined();
  expect(readTransportFeedback(hex(`${head("0009")}`))).toBeUndefined();
  expect(readTransportFeedback(hex(`${head("0004")} 0000 0000 0000 0000`))?.arrivals).toEqual([-1, -1, -1, -1]);
});

it("VENG-11 a log reports the packets that arrived since the last time, also around a wrap", () => {
  const log = new ArrivalLog();
  const told = (): { base: number; arrivals: number[] }[] =>
    log.feedback(1, 2).map((packet) => {
      const read = readTransportFeedback(packet);
      if (read === undefined) throw new Error("malformed");
      return { base: read.base, arrivals: [...read.arrivals] };
    });
  for (const [sequence, at] of [
    [65_534, 64],
    [65_535, 65],
    [1, 66.25],
    [0, 70],
  ] as const)
    log.note(sequence, at);
  expect(told()).toEqual([{ base: 65_534, arrivals: [256, 260, 280, 265] }]);
  expect(told()).toEqual([]);
  log.note(4, 100);
  expect(told()).toEqual([{ base: 2, arrivals: [-1, -1, 400] }]);
  log.note(3, 101);
  expect(told()).toEqual([{ base: 3, arrivals: [404, 400] }]); // a packet that came late is reported again
  log.note(5, 20_000);
  log.note(6, 40_000);
  expect(told().map(({ base }) => base)).toEqual([5, 6]); // a pause that no step can express
  log.note(30_000, 40_100);
  expect(told()).toEqual([{ base: 30_000, arrivals: [160_400] }]);
});

import {
  GenericNack,
  PictureLossIndication,
  RtcpPacketConverter,
  RtcpPayloadSpecificFeedback,
  RtcpRrPacket,
  RtcpTransportLayerFeedback,
} from "werift";
import { expect, it } from "vitest";
import { readCompound } from "./rtcp-reader.ts";
import { writeNack, writePictureLoss, writeReceiverReport } from "./rtcp-writer.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

it("VENG-4 a compound is read: reports, names, goodbyes, requests, REMB", () => {
  const compound = hex(
    [
      "81c8000c 00000007 e1a2b3c4 80000000 00001000 00000001 00000002",
      "00000009 40000003 00010002 00000004 b3c48000 00010000",
      "81c90007 00000007 00000009 80000000 00000000 00000000 00000000 00000000",
      "81ca0003 00000007 01026162 00000000",
      "82cb0002 00000007 00000008",
      "81cd0004 00000001 00000009 fffe8001 00100000",
      "81ce0002 00000001 00000009",
      "84ce0004 00000001 00000000 00000009 01000000",
      "8fce0005 00000001 00000000 52454d42 010a7a12 00000009",
    ].join(""),
  );
  expect(readCompound(compound)).toEqual([
    {
      kind: "sender-report",
      ssrc: 7,
      ntpMs: 0xe1a2b3c4 * 1000 + 500,
      lastReport: 0xb3c48000,
      rtpTime: 0x1000,
      blocks: [{ ssrc: 9, fractionLost: 64, lastReport: 0xb3c48000, delaySinceLastReport: 65_536 }],
    },
    {
      kind: "receiver-report",
      ssrc: 7,
      blocks: [{ ssrc: 9, fractionLost: 128, lastReport: 0, delaySinceLastReport: 0 }],
    },
    { kind: "description", names: [{ ssrc: 7, cname: "ab" }] },
    { kind: "bye", ssrcs: [7, 8] },
    { kind: "nack", media: 9, sequences: [65_534, 65_535, 14, 16] },
    { kind: "key-frame-request", media: 9 },
    { kind: "key-frame-request", media: 9 },
    { kind: "bandwidth", bitsPerSecond: 0x27a12 * 4 },
  ]);
});

it("VENG-1 a compound ends at a malformed part, and lists have a limit", () => {
  const pli = "81ce0002 00000001 00000009";
  for (const bad of ["01ce0002 00000001 00000009", "81ce0009 00000001", "a1ce0002 00000001 00000ff0", "81"]) {
    expect(readCompound(hex(pli + bad)), bad).toHaveLength(1);
  }
  for (const short of [
    "80c80001 00000007",
    "80c90000",
    "81cd0001 00000001",
    "84ce0002 00000001 00000000",
    "9fcb0001 00000007",
  ]) {
    expect(() => readCompound(hex(short))).not.toThrow();
  }
  const everything = writeNack(
    1,
    9,
    Array.from({ length: 5000 }, (_, index) => index),
  );
  const [nack] = readCompound(everything);
  expect(nack?.kind === "nack" && nack.sequences.length).toBe(512);
  expect(readCompound(Buffer.alloc(1504, hex(pli)))).toEqual([]);
});

it("VENG-4 another implementation can read the written reports", () => {
  const numbers = [65_530, 65_531, 65_535, 10, 11, 400];
  const [nack] = RtcpPacketConverter.deSerialize(writeNack(1, 9, numbers));
  const feedback = nack instanceof RtcpTransportLayerFeedback ? nack.feedback : undefined;
  expect(feedback instanceof GenericNack && feedback.lost.map((number) => number & 0xffff)).toEqual(numbers);
  const [pli] = RtcpPacketConverter.deSerialize(writePictureLoss(1, 9));
  const loss = pli instanceof RtcpPayloadSpecificFeedback ? pli.feedback : undefined;
  expect(loss instanceof PictureLossIndication && loss.mediaSsrc).toBe(9);
  const block = {
    ssrc: 9,
    fractionLost: 12,
    packetsLost: 3,
    highestSequence: 0x1_0005,
    jitter: 7,
    lastReport: 0xabc,
    delaySinceLastReportMs: 500,
  };
  const [report] = RtcpPacketConverter.deSerialize(
    writeReceiverReport(1, [block, { ...block, ssrc: 10, lastReport: 0 }]),
  );
  expect(
    report instanceof RtcpRrPacket &&
      report.reports.map(({ ssrc, fractionLost, packetsLost, highestSequence, jitter, lsr, dlsr }) => ({
        ssrc,
        fractionLost,
        packetsLost,
        highestSequence,
        jitter,
        lsr,
        dlsr,
      })),
  ).toEqual([
    { ssrc: 9, fractionLost: 12, packetsLost: 3, highestSequence: 0x1_0005, jitter: 7, lsr: 0xabc, dlsr: 32_768 },
    { ssrc: 10, fractionLost: 12, packetsLost: 3, highestSequence: 0x1_0005, jitter: 7, lsr: 0, dlsr: 0 },
  ]);
});

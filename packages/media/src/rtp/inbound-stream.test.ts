import { RtcpPacketConverter, RtcpRrPacket, RtcpSourceDescriptionPacket, RtcpSrPacket } from "werift";
import { describe, expect, test } from "vitest";
import { createInboundStream } from "./inbound-stream.ts";
import { readSenderReports, writeReport } from "./rtcp-report.ts";

describe("counting received packets", () => {
  test("MEDIA-27 received and lost packets, across a wrap and a reordering", () => {
    const stream = createInboundStream({ now: () => 0 });
    for (const sequence of [65_534, 65_535, 1, 0, 4]) stream.receive({ ssrc: 1, sequence, timestamp: 0 }, 8000);
    expect(stream.packetsReceived).toBe(5);
    expect(stream.packetsLost).toBe(2);
    expect(stream.report()).toMatchObject({ ssrc: 1, highestSequence: 0x1_0004, packetsLost: 2, fractionLost: 73 });
    stream.receive({ ssrc: 1, sequence: 5, timestamp: 0 }, 8000);
    expect(stream.report()).toMatchObject({ packetsLost: 2, fractionLost: 0 });
  });

  test("MEDIA-27 losses of an earlier SSRC are kept", () => {
    const stream = createInboundStream({ now: () => 0 });
    for (const sequence of [1, 3]) stream.receive({ ssrc: 1, sequence, timestamp: 0 }, 8000);
    stream.receive({ ssrc: 2, sequence: 900, timestamp: 0 }, 8000);
    expect(stream.packetsLost).toBe(1);
  });

  test("MEDIA-27 jitter by RFC 3550 §6.4.1, also across a wrap of the timestamp", () => {
    const clock = { now: 0 };
    const stream = createInboundStream({ now: () => clock.now });
    const arrivals = [0, 20, 50, 60, 80]; // the third is 10 ms late
    for (const [i, at] of arrivals.entries()) {
      clock.now = at;
      stream.receive({ ssrc: 1, sequence: i, timestamp: (0xffff_ff00 + i * 160) >>> 0 }, 8000);
    }
    const afterTwo = (10 / 16) * (15 / 16) + 10 / 16;
    expect(stream.jitterMs).toBeCloseTo(afterTwo * (15 / 16), 5);
  });
});

describe("RTCP", () => {
  test("MEDIA-28 our reports are readable as sender report, reception and CNAME", () => {
    const compound = writeReport({
      ssrc: 77,
      now: 1_700_000_000_500,
      sent: { rtpTime: 4242, packets: 10, octets: 800 },
      reception: {
        ssrc: 5,
        fractionLost: 73,
        packetsLost: 2,
        highestSequence: 0x1_0004,
        jitter: 12,
        lastReport: 0xaabb_ccdd,
        delaySinceLastReportMs: 500,
      },
    });
    const [report, description] = RtcpPacketConverter.deSerialize(compound);
    if (!(report instanceof RtcpSrPacket)) throw new Error("no sender report");
    expect(report.ssrc).toBe(77);
    expect(report.senderInfo).toMatchObject({ rtpTimestamp: 4242, packetCount: 10, octetCount: 800 });
    expect(report.senderInfo.ntpTimestamp).toBe(((1_700_000_000n + 2_208_988_800n) << 32n) + 0x8000_0000n);
    expect(report.reports[0]).toMatchObject({ ssrc: 5, packetsLost: 2, jitter: 12, lsr: 0xaabb_ccdd, dlsr: 32_768 });
    if (!(description instanceof RtcpSourceDescriptionPacket)) throw new Error("no description");
    expect(description.chunks[0]?.items[0]?.text).toBe("callpanel");
  });

  test("MEDIA-28 before anything was sent it is a receiver report", () => {
    const [report] = RtcpPacketConverter.deSerialize(
      writeReport({ ssrc: 77, now: 0, sent: undefined, reception: undefined }),
    );
    expect(report).toBeInstanceOf(RtcpRrPacket);
  });

  test("MEDIA-28 a far end's sender report is found in a compound packet; malformed packets are ignored", () => {
    const compound = writeReport({
      ssrc: 77,
      now: 1_700_000_000_500,
      sent: { rtpTime: 1, packets: 1, octets: 1 },
      reception: undefined,
    });
    const middle = Number(((((1_700_000_000n + 2_208_988_800n) << 32n) + 0x8000_0000n) >> 16n) & 0xffff_ffffn);
    expect(readSenderReports(compound)).toEqual([{ ssrc: 77, lastReport: middle }]);
    for (let length = 0; length < 28; length += 1) expect(readSenderReports(compound.subarray(0, length))).toEqual([]);
    expect(readSenderReports(Buffer.alloc(64))).toEqual([]);
  });
});

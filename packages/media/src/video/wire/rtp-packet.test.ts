import { RtpPacket as WeriftPacket } from "werift";
import { expect, it } from "vitest";
import { VIDEO_IDS, rtpHeader } from "../../../test/video-sender.ts";
import { RtpPacket } from "./rtp-packet.ts";
import { ahead16, ahead32, unwrap16, unwrapBits } from "./serial.ts";

const rtp = new RtpPacket();
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

it("VENG-2 the fields of a packet are read, with CSRCs, extension and padding", () => {
  // V=2 P X CC=1, M, PT 96; one CSRC; one-byte extension: id 3 with two bytes, padding, id 1 with one byte; 3 bytes of padding.
  const packet = hex("b1e0ffff 89abcdef 01020304 0a0b0c0d bede0002 31 1234 00 10 ff 00 00 aabbcc 000003");
  expect(rtp.read(packet, VIDEO_IDS)).toBe(true);
  expect(rtp).toMatchObject({
    payloadType: 96,
    marker: true,
    sequence: 65_535,
    timestamp: 0x89abcdef,
    ssrc: 0x01020304,
    transportSequence: 0x1234,
    audioLevel: 127,
    payloadStart: 28,
    payloadEnd: 31,
  });
});

it("VENG-2 extensions are read in their one-byte and two-byte form, by the ids that were negotiated", () => {
  const two = hex("90600001 00000000 00000007 10000003 0402 3432 00 0a01 68 0302 0102 00 00");
  expect(rtp.read(two, VIDEO_IDS)).toBe(true);
  expect([rtp.mid, rtp.rid, rtp.transportSequence]).toEqual(["42", "h", 0x0102]);
  expect(rtp.read(two, { ...VIDEO_IDS, mid: 0, rid: 4 })).toBe(true);
  expect([rtp.mid, rtp.rid]).toEqual([undefined, "42"]);
  const stopped = hex("90600001 00000000 00000007 bede0002 f0 00 31 0001 000000");
  expect(rtp.read(stopped, VIDEO_IDS)).toBe(true);
  expect(rtp.transportSequence).toBe(-1); // RFC 8285 §4.2: nothing after id 15 counts
  const otherProfile = hex("90600001 00000000 00000007 12340001 31000100");
  expect(rtp.read(otherProfile, VIDEO_IDS)).toBe(true);
  expect(rtp.transportSequence).toBe(-1);
});

it("VENG-1 a packet whose lengths do not agree is refused, whole", () => {
  const cases = [
    "80600001 00000000 000000", // shorter than a header
    "40600001 00000000 00000007 00", // version 1
    "81600001 00000000 00000007", // a CSRC that is not there
    "90600001 00000000 00000007 bede", // half an extension
    "90600001 00000000 00000007 bede0002 31000100", // a word short
    "90600001 00000000 00000007 bede0001 37000100", // an element past the end
    "90600001 00000000 00000007 10000001 00000001", // a two-byte element without length
    "a0600001 00000000 00000007 00", // no padding in spite of its bit
    "a0600001 00000000 00000007 05", // more padding than payload
  ];
  for (const text of cases) expect(rtp.read(hex(text), VIDEO_IDS), text).toBe(false);
  expect(rtp.read(Buffer.concat([hex("80600001 00000000 00000007"), Buffer.alloc(1489)]), VIDEO_IDS)).toBe(false);
  expect(rtp.read(hex("80600001 00000000 00000007"), VIDEO_IDS)).toBe(true);
});

it("VENG-2 fields that another implementation reads in a packet are read here too", () => {
  const extensions = [[VIDEO_IDS.mid, Buffer.from("1")] as const, [VIDEO_IDS.rid, Buffer.from("high")] as const];
  const packet = Buffer.concat([
    rtpHeader({ payloadType: 96, sequence: 77, timestamp: 5, ssrc: 9, extensions }),
    hex("010203"),
  ]);
  const other = WeriftPacket.deSerialize(packet);
  expect(rtp.read(packet, VIDEO_IDS)).toBe(true);
  expect(packet.subarray(rtp.payloadStart, rtp.payloadEnd)).toEqual(other.payload);
  expect(rtp.rid).toBe(other.header.extensions.find(({ id }) => id === VIDEO_IDS.rid)?.payload.toString());
});

it("VENG-2 numbers that wrap are compared around the wrap", () => {
  expect([ahead16(2, 65_534), ahead16(65_534, 2), ahead32(1, 2 ** 32 - 1)]).toEqual([4, -4, 2]);
  expect([unwrap16(1, 0x1_ffff), unwrap16(0xffff, 0x2_0001)]).toEqual([0x2_0001, 0x1_ffff]);
  expect([unwrapBits(0, 0x8000 + 127, 7), unwrapBits(128, 0x8000 + 127, 15), unwrapBits(127, 0x8080, 7)]).toEqual([
    0x8080, 0x8080, 0x807f,
  ]);
});

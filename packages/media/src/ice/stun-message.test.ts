import { describe, expect, test } from "vitest";
import { ATTRIBUTE, errorCode, readStun, STUN, writeStun, xorMapped } from "./stun-message.ts";
import type { StunMessage } from "./stun-message.ts";

const bytes = (hex: string): Buffer => Buffer.from(hex.replace(/\s/g, ""), "hex");

/** RFC 5769 §2: a request, and its responses with an IPv4 and an IPv6 address. */
const KEY = Buffer.from("VOkJxbRl1RmTxUk/WvJxBt");
const REQUEST = bytes(`00010058 2112a442 b7e7a701 bc34d686 fa87dfae 80220010 5354554e 20746573 7420636c 69656e74
  00240004 6e0001ff 80290008 932ff9b1 51263b36 00060009 6576746a 3a683676 59202020
  00080014 9aeaa70c bfd8cb56 781ef2b5 b2d3f249 c1b571a2 80280004 e57a3bcf`);
const IPV4 = bytes(`0101003c 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220
  00200008 0001a147 e112a643 00080014 2b91f599 fd9e90c3 8c7489f9 2af9ba53 f06be7d7 80280004 c07d4c96`);
const IPV6 = bytes(`01010048 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220
  00200014 0002a147 0113a9fa a5d3f179 bc25f4b5 bed2b9d9 00080014 a382954e 4be67bf1 1784c97c 8292c275 bfe3ed41
  80280004 c8fb0b4c`);

const valueOf = (message: StunMessage | undefined, type: number): Buffer | undefined =>
  message?.attributes.find((one) => one.type === type)?.value;

describe("STUN messages", () => {
  test("MEDIA-11 the vectors of RFC 5769 are read, and their integrity holds with their key alone", () => {
    const request = readStun(REQUEST);
    expect(request?.type).toBe(STUN.request);
    expect(valueOf(request, ATTRIBUTE.username)?.toString()).toBe("evtj:h6vY");
    expect(valueOf(request, ATTRIBUTE.priority)?.toString("hex")).toBe("6e0001ff");
    for (const vector of [REQUEST, IPV4, IPV6]) {
      const message = readStun(vector);
      expect(message?.hasFingerprint).toBe(true);
      expect(message?.isAuthentic(KEY)).toBe(true);
      expect(message?.isAuthentic(Buffer.from("another key"))).toBe(false);
    }
  });

  test.each([
    [IPV4, "192.0.2.1"],
    [IPV4, "::ffff:192.0.2.1"],
    [IPV6, "2001:db8:1234:5678:11:2233:4455:6677"],
  ])("MEDIA-11 an address is masked as in the vectors", (vector, address) => {
    const message = readStun(vector);
    expect(valueOf(message, ATTRIBUTE.xorMappedAddress)).toEqual(
      xorMapped(address, 32_853, message?.transactionId ?? Buffer.alloc(12)),
    );
  });

  test("MEDIA-11 a written message is read again, with integrity and fingerprint", () => {
    const transactionId = bytes("000102030405060708090a0b");
    const attributes = [
      { type: ATTRIBUTE.username, value: Buffer.from("far:near") },
      { type: ATTRIBUTE.errorCode, value: errorCode(487, "Role Conflict") },
    ];
    const written = writeStun({ type: STUN.error, transactionId, attributes, key: KEY, hasFingerprint: true });
    const message = readStun(written);
    expect(message).toMatchObject({ type: STUN.error, transactionId, attributes, hasFingerprint: true });
    expect(message?.isAuthentic(KEY)).toBe(true);
  });

  test("MEDIA-11 attributes after the integrity are ignored", () => {
    const transactionId = Buffer.alloc(12);
    const before = writeStun({ type: STUN.request, transactionId, attributes: [], key: KEY, hasFingerprint: false });
    const added = Buffer.concat([before, bytes("00250000")]); // USE-CANDIDATE
    added.writeUInt16BE(added.length - 20, 2);
    const message = readStun(added);
    expect(message?.isAuthentic(KEY)).toBe(true);
    expect(message?.attributes).toEqual([]);
  });

  test("MEDIA-17 a message that is cut, or has one changed byte, is not read as authentic", () => {
    for (let length = 0; length < REQUEST.length; length += 1)
      expect(readStun(REQUEST.subarray(0, length))).toBeUndefined();
    for (let at = 0; at < REQUEST.length; at += 1) {
      const bent = Buffer.from(REQUEST);
      bent[at] = (bent[at] ?? 0) ^ 0x01;
      const message = readStun(bent);
      expect(message?.hasFingerprint === true && message.isAuthentic(KEY)).toBe(false);
    }
  });
});

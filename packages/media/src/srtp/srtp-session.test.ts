import { randomBytes } from "node:crypto";
import { RtpHeader, SrtcpSession, SrtpSession as WeriftSrtp } from "werift";
import { describe, expect, test } from "vitest";
import type { SrtpKeys } from "../dtls/srtp-keys.ts";
import { createSrtpSession } from "./srtp-session.ts";

const PROFILES = [
  ["AEAD_AES_128_GCM", 7, 12],
  ["AES128_CM_HMAC_SHA1_80", 1, 14],
] as const;

function newKeys(profile: 1 | 7, salt: number): SrtpKeys {
  return {
    profile,
    localKey: randomBytes(16),
    localSalt: randomBytes(salt),
    remoteKey: randomBytes(16),
    remoteSalt: randomBytes(salt),
  };
}

function otherSide(keys: SrtpKeys): SrtpKeys {
  const { profile, localKey, localSalt, remoteKey, remoteSalt } = keys;
  return { profile, localKey: remoteKey, localSalt: remoteSalt, remoteKey: localKey, remoteSalt: localSalt };
}

/** werift's own implementation, as the far end. */
function weriftConfig(keys: SrtpKeys): ConstructorParameters<typeof WeriftSrtp>[0] {
  const far = otherSide(keys);
  return {
    profile: keys.profile,
    keys: {
      localMasterKey: far.localKey,
      localMasterSalt: far.localSalt,
      remoteMasterKey: far.remoteKey,
      remoteMasterSalt: far.remoteSalt,
    },
  };
}

/** A far end for the tests, which sends everything that it is asked to send. */
function farEnd(keys: SrtpKeys): Sending {
  const session = createSrtpSession(otherSide(keys));
  return {
    protectRtp: (head, payload) => sent(session.protectRtp(head, payload)),
    protectRtcp: (packet) => sent(session.protectRtcp(packet)),
  };
}

interface Sending {
  protectRtp(head: Buffer, payload: Uint8Array): Buffer;
  protectRtcp(packet: Buffer): Buffer;
}

function sent(packet: Buffer | undefined): Buffer {
  if (packet === undefined) throw new Error("not sent");
  return packet;
}

function header(sequence: number, ssrc = 7): Buffer {
  const bytes = Buffer.alloc(12);
  bytes[0] = 0x80;
  bytes[1] = 111;
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  bytes.writeUInt32BE(sequence * 960, 4);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}

describe.each(PROFILES)("SRTP by %s", (_, profile, salt) => {
  test("MEDIA-16 werift reads packets that we protect", () => {
    const keys = newKeys(profile, salt);
    const session = createSrtpSession(keys);
    const far = new WeriftSrtp(weriftConfig(keys));
    const packet = sent(session.protectRtp(header(1), Buffer.from("sound")));
    expect(far.decrypt(packet).subarray(12).toString()).toBe("sound");
  });

  test("MEDIA-16 we read packets that werift protects, with a header extension", () => {
    const keys = newKeys(profile, salt);
    const far = new WeriftSrtp(weriftConfig(keys));
    const extended = new RtpHeader({
      payloadType: 111,
      sequenceNumber: 5,
      timestamp: 6,
      ssrc: 7,
      extension: true,
      extensions: [{ id: 1, payload: Buffer.from([0x85]) }],
    });
    const packet = far.encrypt(Buffer.from("sound"), extended);
    expect(createSrtpSession(keys).unprotectRtp(packet)?.toString()).toBe("sound");
  });

  test("MEDIA-21 padding is not part of the payload", () => {
    const keys = newKeys(profile, salt);
    const far = farEnd(keys);
    const padded = header(1);
    padded[0] = 0xa0;
    const session = createSrtpSession(keys);
    const sound = Buffer.from("sound\0\0\x03");
    expect(session.unprotectRtp(far.protectRtp(padded, sound))?.toString()).toBe("sound");
    padded.writeUInt16BE(2, 2);
    expect(session.unprotectRtp(far.protectRtp(padded, Buffer.from("\xff")))).toHaveLength(0);
  });

  test("MEDIA-16 RTCP both ways", () => {
    const keys = newKeys(profile, salt);
    const session = createSrtpSession(keys);
    const far = new SrtcpSession(weriftConfig(keys));
    const report = Buffer.from("81c90001000000070000000800000009", "hex");
    expect(far.decrypt(sent(session.protectRtcp(report)))).toEqual(report);
    expect(session.unprotectRtcp(far.encrypt(report))).toEqual(report);
  });

  test("MEDIA-16 sequence numbers wrap, in order and out of order", () => {
    const keys = newKeys(profile, salt);
    const session = createSrtpSession(keys);
    const far = farEnd(keys);
    const packets = Array.from({ length: 6 }, (_none, i) => far.protectRtp(header(65_533 + i), Buffer.from([i])));
    const arrival = [0, 1, 3, 2, 5, 4].map((i) => packets[i] ?? Buffer.alloc(0));
    expect(arrival.map((packet) => session.unprotectRtp(packet)?.[0])).toEqual([0, 1, 3, 2, 5, 4]);
  });

  test("MEDIA-16 forged, replayed and stale packets are dropped", () => {
    const keys = newKeys(profile, salt);
    const session = createSrtpSession(keys);
    const far = farEnd(keys);
    const first = far.protectRtp(header(1), Buffer.from("one"));
    const stale = far.protectRtp(header(2), Buffer.from("two"));
    const forged = Buffer.from(first);
    forged[13] = (forged[13] ?? 0) ^ 1;
    expect(session.unprotectRtp(forged)).toBeUndefined();
    expect(session.unprotectRtp(first)?.toString()).toBe("one");
    expect(session.unprotectRtp(first)).toBeUndefined();
    for (let i = 3; i < 200; i += 1) session.unprotectRtp(far.protectRtp(header(i), Buffer.from("x")));
    expect(session.unprotectRtp(stale)).toBeUndefined();
  });

  test("MEDIA-16 a replayed report is dropped, a late one is not", () => {
    const keys = newKeys(profile, salt);
    const session = createSrtpSession(keys);
    const far = farEnd(keys);
    const report = Buffer.from("81c90001000000070000000800000009", "hex");
    const [first, second] = [far.protectRtcp(report), far.protectRtcp(report)];
    const forged = Buffer.from(first);
    forged[9] = (forged[9] ?? 0) ^ 1;
    expect(session.unprotectRtcp(forged)).toBeUndefined();
    expect(session.unprotectRtcp(second)).toEqual(report);
    expect(session.unprotectRtcp(first)).toEqual(report);
    expect(session.unprotectRtcp(first)).toBeUndefined();
    expect(session.unprotectRtcp(second)).toBeUndefined();
    // Each sender has its own numbers.
    const other = farEnd(keys).protectRtcp(Buffer.from("81c90001000000090000000800000009", "hex"));
    expect(session.unprotectRtcp(other)).toBeDefined();
  });

  test("MEDIA-83 a far end with more and more SSRCs is refused, and cannot replay an earlier packet", () => {
    const keys = newKeys(profile, salt);
    const session = createSrtpSession(keys);
    const far = farEnd(keys);
    const packets = Array.from({ length: 33 }, (_none, ssrc) =>
      farEnd(keys).protectRtp(header(1, ssrc), Buffer.from("x")),
    );
    expect(packets.map((packet) => session.unprotectRtp(packet) !== undefined)).toEqual(
      packets.map((_one, i) => i < 32),
    );
    expect(packets.map((packet) => session.unprotectRtp(packet))).toEqual(packets.map(() => undefined));
    far.protectRtp(header(1, 0), Buffer.from("x"));
    expect(session.unprotectRtp(far.protectRtp(header(2, 0), Buffer.from("next")))?.toString()).toBe("next");

    const reports = Array.from({ length: 33 }, (_none, ssrc) =>
      farEnd(keys).protectRtcp(
        Buffer.from(`81c90001000000${ssrc.toString(16).padStart(2, "0")}0000000800000009`, "hex"),
      ),
    );
    expect(reports.map((report) => session.unprotectRtcp(report) !== undefined)).toEqual(
      reports.map((_one, i) => i < 32),
    );
    expect(reports.map((report) => session.unprotectRtcp(report))).toEqual(reports.map(() => undefined));
  });

  test("MEDIA-17 a packet truncated anywhere is dropped", () => {
    const keys = newKeys(profile, salt);
    const session = createSrtpSession(keys);
    const far = farEnd(keys);
    const packet = far.protectRtp(header(1), Buffer.from("sound"));
    const report = far.protectRtcp(Buffer.from("81c90001000000070000000800000009", "hex"));
    for (let length = 0; length < packet.length; length += 1) {
      expect(session.unprotectRtp(packet.subarray(0, length))).toBeUndefined();
    }
    for (let length = 0; length < report.length; length += 1) {
      expect(session.unprotectRtcp(report.subarray(0, length))).toBeUndefined();
    }
    const claims = Buffer.concat([Buffer.from([0x9f]), packet.subarray(1)]); // fifteen CSRCs and an extension
    expect(session.unprotectRtp(claims)).toBeUndefined();
  });
});

import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { seededRandom } from "@callpanel/testkit";
import type { SrtpKeys } from "../dtls/srtp-keys.ts";
import { AUDIO } from "../rtp/audio-packet.ts";
import type { AudioPacket } from "../rtp/audio-packet.ts";
import { createOutboundStream } from "../rtp/outbound-stream.ts";
import type { OutboundStream } from "../rtp/outbound-stream.ts";
import { createAesCmCipher } from "./aes-cm-cipher.ts";
import { createAesGcmCipher } from "./aes-gcm-cipher.ts";
import { createSrtpSession } from "./srtp-session.ts";

const PROFILES = [
  { name: "AEAD_AES_128_GCM", profile: 7, saltBytes: 12, createCipher: createAesGcmCipher },
  { name: "AES128_CM_HMAC_SHA1_80", profile: 1, saltBytes: 14, createCipher: createAesCmCipher },
] as const;

const HEADER = 12;
/** Encrypted zeros are the keystream itself: a repeated keystream shows that an index was used twice. */
const ZEROS = Buffer.alloc(32);
const SEEDS = 25;
const STEPS = 600;

function newKeys({ profile, saltBytes }: (typeof PROFILES)[number]): SrtpKeys {
  return {
    profile,
    localKey: randomBytes(16),
    localSalt: randomBytes(saltBytes),
    remoteKey: randomBytes(16),
    remoteSalt: randomBytes(saltBytes),
  };
}

function otherSide(keys: SrtpKeys): SrtpKeys {
  const { profile, localKey, localSalt, remoteKey, remoteSalt } = keys;
  return { profile, localKey: remoteKey, localSalt: remoteSalt, remoteKey: localKey, remoteSalt: localSalt };
}

/** A leg of ours: the protected packets that it writes, in order. */
function newLeg(keys: SrtpKeys, firstNumber: number): { stream: OutboundStream; sent: Buffer[] } {
  const session = createSrtpSession(keys);
  const sent: Buffer[] = [];
  let at = 0;
  const stream = createOutboundStream({
    now: () => (at += 20),
    randomUint32: () => firstNumber,
    send: (header, payload) => {
      const packet = session.protectRtp(header, payload);
      if (packet !== undefined) sent.push(packet);
      return packet !== undefined;
    },
  });
  stream.setAgreement({
    codec: "opus",
    payloadType: 111,
    telephoneEvent: { payloadType: 110, clockRate: 48_000 },
    telephoneEvents: [],
    direction: "sendrecv",
  });
  return { stream, sent };
}

function said(origin: string, sequence: number, payload: Uint8Array = ZEROS): AudioPacket {
  return {
    origin,
    ssrc: origin.length,
    content: AUDIO,
    codec: "opus",
    sequence: sequence & 0xffff,
    timestamp: (sequence * 960) >>> 0,
    marker: false,
    payload,
  };
}

/** What is sent to a leg over its life, with any numbers that others can cause. */
function speakAtRandom({ stream }: { stream: OutboundStream }, seed: number): void {
  const random = seededRandom(seed);
  const pick = (limit: number): number => Math.floor(random() * limit);
  let origin = "carol";
  let sequence = pick(0x1_0000);
  for (let step = 0; step < STEPS; step += 1) {
    const chance = random();
    if (chance < 0.7) sequence += 1;
    else if (chance < 0.78) sequence -= pick(130);
    else if (chance < 0.84) sequence += pick(1500);
    else if (chance < 0.88) sequence += 0x8000 + pick(5) - 2;
    else if (chance < 0.91) sequence = pick(0x1_0000);
    else if (chance < 0.94) origin = ["alice", "bob", "carol"][pick(3)] ?? "";
    else if (chance < 0.97) stream.sendFrame(`prompt ${pick(3)}`, ZEROS);
    else stream.sendEvent(`digit ${pick(3)}`, ZEROS);
    stream.forward(said(origin, sequence));
  }
}

describe.each(PROFILES)("packets sent with $name", (suite) => {
  test("MEDIA-80 for a peer with numbers that jump by half their range nothing is encrypted with an index of an earlier talker", () => {
    const toBob = newKeys(suite);
    const fromAlice = newKeys(suite);
    const bob = newLeg(toBob, 200);
    const alice = createSrtpSession(fromAlice);
    const far = suite.createCipher(fromAlice.remoteKey, fromAlice.remoteSalt);
    const speakAlice = (number: number): void => {
      const header = Buffer.alloc(HEADER);
      header[0] = 0x80;
      header.writeUInt16BE(number & 0xffff, 2);
      header.writeUInt32BE(5, 8);
      const payload = alice.unprotectRtp(far.protectRtp(header, ZEROS, number >>> 16));
      if (payload !== undefined) bob.stream.forward(said("alice", number, payload));
    };

    for (let i = 0; i < 32_600; i += 1) bob.stream.forward(said("carol", 1590 + i));
    for (let i = 0; i < 400; i += 1) speakAlice(12_000 + i);
    expect(bob.sent.at(-1)?.readUInt16BE(2)).toBeGreaterThan(0x8000);
    for (let i = 0; i < 4000; i += 1) speakAlice(12_399 + 0x8000 + i);

    const keystreams = bob.sent.map((packet) => packet.toString("hex", HEADER, HEADER + ZEROS.length));
    expect(new Set(keystreams).size).toBe(keystreams.length);
    expect(keystreams).toHaveLength(37_000); // and the audio after the jump continues
  });

  test("MEDIA-80 with any input no index is used twice, and the far end can read everything, with and without losses", () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const keys = newKeys(suite);
      const leg = newLeg(keys, Math.floor(seededRandom(seed)() * 0x1_0000_0000));
      speakAtRandom(leg, seed);
      const keystreams = leg.sent.map((packet) => packet.toString("hex", HEADER, HEADER + ZEROS.length));
      expect(new Set(keystreams).size, `seed ${seed}`).toBe(keystreams.length);
      expect(keystreams.length).toBeGreaterThan(STEPS / 2);

      const random = seededRandom(seed + SEEDS);
      for (const loss of [0, 0.2]) {
        const far = createSrtpSession(otherSide(keys));
        const arrived = leg.sent.filter((_packet, i) => i === 0 || random() >= loss);
        expect(
          arrived.every((packet) => far.unprotectRtp(packet)?.equals(ZEROS)),
          `seed ${seed}, loss ${loss}`,
        ).toBe(true);
      }
    }
  });

  test("MEDIA-80 a session refuses a number that it has sent, one too old to know, and one from before the first", () => {
    const session = createSrtpSession(newKeys(suite));
    const protect = (sequence: number): Buffer | undefined => {
      const header = Buffer.alloc(HEADER);
      header[0] = 0x80;
      header.writeUInt16BE(sequence, 2);
      return session.protectRtp(header, ZEROS);
    };
    expect(protect(5)).toBeDefined();
    expect(protect(5)).toBeUndefined();
    expect(protect(0xfff0)).toBeUndefined(); // before the first: its rollover count would be −1
    expect(protect(300)).toBeDefined();
    expect(protect(290)).toBeDefined();
    expect(protect(290)).toBeUndefined();
    expect(protect(100)).toBeUndefined();
    expect(protect((300 + 0x8000) & 0xffff)).toBeUndefined();
  });
});

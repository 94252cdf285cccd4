import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

const DAY_MS = 86_400_000;
const VALID_DAYS = 10 * 365; // a server may run for years
/** The name that browsers give their certificates; it says nothing about the server (RFC 8827 §6.5). */
const COMMON_NAME = "WebRTC";
const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]; // 1.2.840.10045.4.3.2
const ID_COMMON_NAME = [0x55, 0x04, 0x03]; // 2.5.4.3
/** DER tags. */
const TAG = {
  integer: 0x02,
  bitString: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
} as const;

/** Makes a key on P-256 and its certificate in DER (RFC 5280 §4.1), valid from a day before `now` (epoch ms). */
export function createSelfSigned(now: number): { readonly der: Buffer; readonly key: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(node(TAG.oid, Buffer.from(ECDSA_WITH_SHA256)));
  const name = sequence(
    node(TAG.set, sequence(node(TAG.oid, Buffer.from(ID_COMMON_NAME)), node(TAG.utf8, Buffer.from(COMMON_NAME)))),
  );
  const certificate = sequence(
    node(TAG.version, node(TAG.integer, Buffer.from([2]))), // version 3
    node(TAG.integer, serialNumber()),
    algorithm,
    name,
    sequence(time(now - DAY_MS), time(now + VALID_DAYS * DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", certificate, privateKey);
  const der = sequence(certificate, algorithm, node(TAG.bitString, Buffer.concat([Buffer.from([0]), signature])));
  return { der, key: privateKey };
}

/** Positive and without a leading zero byte. */
function serialNumber(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

/** UTCTime until 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5). */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, "").slice(0, 14);
  return digits < "2050"
    ? node(TAG.utcTime, Buffer.from(`${digits.slice(2)}Z`))
    : node(TAG.generalizedTime, Buffer.from(`${digits}Z`));
}

const sequence = (...parts: readonly Buffer[]): Buffer => node(TAG.sequence, Buffer.concat(parts));

/** A value with its tag and length. */
function node(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >>> 8, length & 0xff];
  return Buffer.concat([Buffer.from(length < 0x80 ? [tag, length] : [tag, ...long]), value]);
}

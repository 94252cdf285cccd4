import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** Types of STUN's only method here, Binding (RFC 8489 §5). */
export const STUN = { request: 0x0001, success: 0x0101, error: 0x0111 } as const;

/** Attributes of RFC 8489 §18.3 and RFC 8445 §16.1. */
export const ATTRIBUTE = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  unknownAttributes: 0x000a,
  xorMappedAddress: 0x0020,
  priority: 0x0024,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
  iceControlled: 0x8029,
  iceControlling: 0x802a,
} as const;

export interface StunAttribute {
  readonly type: number;
  readonly value: Buffer;
}

/** A well-formed message. */
export interface StunMessage {
  readonly type: number;
  /** 12 bytes. */
  readonly transactionId: Buffer;
  /** In their order. What follows MESSAGE-INTEGRITY is not in it, because it is not protected (RFC 8489 §14.5). */
  readonly attributes: readonly StunAttribute[];
  /** A message with a wrong FINGERPRINT is not well-formed. */
  readonly hasFingerprint: boolean;
  /** Whether MESSAGE-INTEGRITY was made with this key; false without the attribute. */
  isAuthentic(key: Buffer): boolean;
}

const HEADER_BYTES = 20;
const COOKIE = 0x2112a442;
const INTEGRITY_BYTES = 20; // HMAC-SHA1
const FINGERPRINT_BYTES = 4;
const FINGERPRINT_XOR = 0x5354554e;
const COLON = 0x3a;
/** Type and length of an attribute. */
const ATTRIBUTE_HEAD = 4;

/** Reads a message; undefined for a datagram that is none, or is malformed. */
export function readStun(datagram: Buffer): StunMessage | undefined {
  if (datagram.length < HEADER_BYTES || datagram.readUInt32BE(4) !== COOKIE) return undefined;
  if (datagram.readUInt16BE(2) !== datagram.length - HEADER_BYTES) return undefined;
  const attributes: StunAttribute[] = [];
  let integrityAt: number | undefined;
  let hasFingerprint = false;
  let at = HEADER_BYTES;
  while (at < datagram.length) {
    if (hasFingerprint || at + ATTRIBUTE_HEAD > datagram.length) return undefined;
    const type = datagram.readUInt16BE(at);
    const start = at + ATTRIBUTE_HEAD;
    const value = datagram.subarray(start, start + datagram.readUInt16BE(at + 2));
    if (type === ATTRIBUTE.fingerprint) {
      if (value.length !== FINGERPRINT_BYTES || value.readUInt32BE() !== fingerprintOf(datagram, at)) return undefined;
      hasFingerprint = true;
    } else if (type === ATTRIBUTE.messageIntegrity) integrityAt ??= at;
    else if (integrityAt === undefined) attributes.push({ type, value });
    at = start + padded(datagram.readUInt16BE(at + 2));
  }
  if (at !== datagram.length) return undefined;
  return {
    type: datagram.readUInt16BE(0),
    transactionId: datagram.subarray(8, HEADER_BYTES),
    attributes,
    hasFingerprint,
    isAuthentic: (key) => {
      if (integrityAt === undefined || datagram.readUInt16BE(integrityAt + 2) !== INTEGRITY_BYTES) return false;
      const start = integrityAt + ATTRIBUTE_HEAD;
      const received = datagram.subarray(start, start + INTEGRITY_BYTES);
      return timingSafeEqual(integrityOf(datagram.subarray(0, integrityAt), key), received);
    },
  };
}

/** RFC 7983 §7, and the method and class of a check. */
export const isStunRequest = (datagram: Buffer): boolean => datagram[0] === 0 && datagram[1] === STUN.request;

/**
 * The receiver's part of a request's USERNAME (RFC 8445 §7.2.2), undefined without one. It is cheap, is called before
 * the whole message is read, and proves nothing.
 */
export function checkedName(datagram: Buffer): string | undefined {
  for (let at = HEADER_BYTES; at + ATTRIBUTE_HEAD <= datagram.length;) {
    const start = at + ATTRIBUTE_HEAD;
    const end = start + datagram.readUInt16BE(at + 2);
    if (datagram.readUInt16BE(at) === ATTRIBUTE.username) {
      const colon = datagram.indexOf(COLON, start);
      return colon === -1 || colon >= end || end > datagram.length
        ? undefined
        : datagram.toString("latin1", start, colon);
    }
    at = start + padded(end - start);
  }
  return undefined;
}

export interface StunDraft {
  readonly type: number;
  readonly transactionId: Buffer;
  readonly attributes: readonly StunAttribute[];
  /** Adds MESSAGE-INTEGRITY. */
  readonly key?: Buffer;
  readonly hasFingerprint: boolean;
}

export function writeStun({ type, transactionId, attributes, key, hasFingerprint }: StunDraft): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(type, 0);
  header.writeUInt32BE(COOKIE, 4);
  transactionId.copy(header, 8);
  const plain = Buffer.concat([header, ...attributes.map(attributeBytes)]);
  plain.writeUInt16BE(plain.length - HEADER_BYTES, 2);
  const message =
    key === undefined ? plain : withLast(plain, { type: ATTRIBUTE.messageIntegrity, value: integrityOf(plain, key) });
  if (!hasFingerprint) return message;
  const whole = withLast(message, { type: ATTRIBUTE.fingerprint, value: Buffer.alloc(FINGERPRINT_BYTES) });
  whole.writeUInt32BE(fingerprintOf(whole, message.length), message.length + ATTRIBUTE_HEAD);
  return whole;
}

/** The value of XOR-MAPPED-ADDRESS (RFC 8489 §14.2). `address`: IPv4, IPv6, or IPv4 mapped to IPv6. */
export function xorMapped(address: string, port: number, transactionId: Buffer): Buffer {
  const bytes = addressBytes(address);
  const mask = Buffer.alloc(4);
  mask.writeUInt32BE(COOKIE);
  const value = Buffer.alloc(4 + bytes.length);
  value[1] = bytes.length === 4 ? 0x01 : 0x02;
  value.writeUInt16BE(port ^ (COOKIE >>> 16), 2);
  for (const [at, byte] of bytes.entries()) value[4 + at] = byte ^ (mask[at] ?? transactionId[at - 4] ?? 0);
  return value;
}

/** The value of ERROR-CODE (RFC 8489 §14.8); `code` 300 to 699. */
export function errorCode(code: number, reason = ""): Buffer {
  return Buffer.concat([Buffer.from([0, 0, Math.floor(code / 100), code % 100]), Buffer.from(reason)]);
}

function attributeBytes({ type, value }: StunAttribute): Buffer {
  const bytes = Buffer.alloc(ATTRIBUTE_HEAD + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, ATTRIBUTE_HEAD);
  return bytes;
}

/** Appends an attribute and counts it in the header's length. */
function withLast(message: Buffer, attribute: StunAttribute): Buffer {
  const whole = Buffer.concat([message, attributeBytes(attribute)]);
  whole.writeUInt16BE(whole.length - HEADER_BYTES, 2);
  return whole;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** RFC 8489 §14.5: of what is before the attribute, with a length in the header that includes the attribute. */
function integrityOf(before: Buffer, key: Buffer): Buffer {
  const counted = Buffer.from(before);
  counted.writeUInt16BE(before.length - HEADER_BYTES + ATTRIBUTE_HEAD + INTEGRITY_BYTES, 2);
  return createHmac("sha1", key).update(counted).digest();
}

/** RFC 8489 §14.7: of what is before the attribute, which is the last one. */
const fingerprintOf = (message: Buffer, at: number): number => (crc32(message.subarray(0, at)) ^ FINGERPRINT_XOR) >>> 0;

/** In network byte order; an IPv4-mapped IPv6 address becomes IPv4. */
function addressBytes(address: string): Buffer {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return Buffer.from(plain.split(".").map(Number));
  const [before = "", after] = plain.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(before), groups(after ?? "")];
  const gap = after === undefined ? 0 : 8 - first.length - last.length;
  const bytes = Buffer.alloc(16);
  for (const [at, group] of [...first, ...Array.from({ length: gap }, () => 0), ...last].entries())
    bytes.writeUInt16BE(group, at * 2);
  return bytes;
}

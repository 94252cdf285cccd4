import { crc32 } from "node:zlib";

/** Source address of a datagram. */
export interface Sender {
  readonly address: string;
  readonly port: number;
}

const HEADER_BYTES = 20;
/** RFC 8489 §6.1: a size that is never fragmented; binding requests are much smaller. */
const MOST_BYTES = 548;
const COOKIE = 0x2112a442;
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const BINDING_ERROR = 0x0111;
const XOR_MAPPED_ADDRESS = 0x0020;
const ERROR_CODE = 0x0009;
const UNKNOWN_ATTRIBUTES = 0x000a;
const FINGERPRINT = 0x8028;
const FINGERPRINT_BYTES = 8;
const FINGERPRINT_XOR = 0x5354554e;
/** RFC 8489 §14.8: 420 as class and number. */
const UNKNOWN_ATTRIBUTE_CODE = 0x00000414;
/** Attributes from here on may be ignored by a server that does not know them. */
const OPTIONAL_FROM = 0x8000;
/** Attributes of authentication and ICE, RFC 8489 §18.3 and RFC 8445 §16.1: without effect on an open server. */
const IGNORED: ReadonlySet<number> = new Set([0x0006, 0x0008, 0x0014, 0x0015, 0x001c, 0x001d, 0x001e, 0x0024, 0x0025]);

/** STUN-1, STUN-2: the shortest response to a binding request (RFC 8489); undefined for everything else. */
export function answerBinding(datagram: Buffer, from: Sender): Buffer | undefined {
  const attributes = attributesOf(datagram);
  if (attributes === undefined) return undefined;
  const hasFingerprint = attributes.includes(FINGERPRINT);
  if (hasFingerprint && !hasTrueFingerprint(datagram)) return undefined;
  const unknown = attributes.filter((type) => type < OPTIONAL_FROM && !IGNORED.has(type));
  const answer =
    unknown.length === 0
      ? message(BINDING_SUCCESS, datagram, [[XOR_MAPPED_ADDRESS, xorMapped(from, datagram)]])
      : message(BINDING_ERROR, datagram, [
          [ERROR_CODE, words(UNKNOWN_ATTRIBUTE_CODE)],
          [UNKNOWN_ATTRIBUTES, types(unknown)],
        ]);
  return hasFingerprint ? withFingerprint(answer) : answer;
}

/** The attribute types of a binding request; undefined for anything else, or a malformed request. */
function attributesOf(datagram: Buffer): readonly number[] | undefined {
  if (datagram.length < HEADER_BYTES || datagram.length > MOST_BYTES) return undefined;
  const isRequest = datagram.readUInt16BE(0) === BINDING_REQUEST && datagram.readUInt32BE(4) === COOKIE;
  if (!isRequest || datagram.readUInt16BE(2) !== datagram.length - HEADER_BYTES) return undefined;
  const found: number[] = [];
  let at = HEADER_BYTES;
  while (at < datagram.length) {
    if (at + 4 > datagram.length) return undefined;
    found.push(datagram.readUInt16BE(at));
    at += 4 + padded(datagram.readUInt16BE(at + 2));
  }
  const fingerprintAt = found.indexOf(FINGERPRINT);
  const isLast = fingerprintAt < 0 || fingerprintAt === found.length - 1;
  return at === datagram.length && isLast ? found : undefined;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

function message(type: number, request: Buffer, attributes: ReadonlyArray<readonly [number, Buffer]>): Buffer {
  const parts = attributes.map(([name, value]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(name, 0);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value, Buffer.alloc(padded(value.length) - value.length)]);
  });
  const body = Buffer.concat(parts);
  const header = Buffer.from(request.subarray(0, HEADER_BYTES)); // cookie and transaction id of the request
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
}

/** RFC 8489 §14.2 */
function xorMapped({ address, port }: Sender, request: Buffer): Buffer {
  const bytes = addressBytes(address);
  const value = Buffer.alloc(4 + bytes.length);
  value[1] = bytes.length === 4 ? 0x01 : 0x02;
  value.writeUInt16BE(port ^ (COOKIE >>> 16), 2);
  for (const [at, byte] of bytes.entries()) value[4 + at] = byte ^ (request[4 + at] ?? 0);
  return value;
}

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

function words(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function types(list: readonly number[]): Buffer {
  const bytes = Buffer.alloc(list.length * 2);
  for (const [at, type] of list.entries()) bytes.writeUInt16BE(type, at * 2);
  return bytes;
}

const fingerprintOf = (bytes: Buffer): number => (crc32(bytes) ^ FINGERPRINT_XOR) >>> 0;

function hasTrueFingerprint(datagram: Buffer): boolean {
  const at = datagram.length - FINGERPRINT_BYTES;
  return (
    datagram.readUInt16BE(at + 2) === 4 && datagram.readUInt32BE(at + 4) === fingerprintOf(datagram.subarray(0, at))
  );
}

/** RFC 8489 §14.7: the header's length already includes the attribute. */
function withFingerprint(answer: Buffer): Buffer {
  answer.writeUInt16BE(answer.length - HEADER_BYTES + FINGERPRINT_BYTES, 2);
  const attribute = Buffer.alloc(FINGERPRINT_BYTES);
  attribute.writeUInt16BE(FINGERPRINT, 0);
  attribute.writeUInt16BE(4, 2);
  attribute.writeUInt32BE(fingerprintOf(answer), 4);
  return Buffer.concat([answer, attribute]);
}

/** A parsed Opus packet: frames of one kind and length after one table-of-contents byte (RFC 6716 §3). */
export interface OpusPacket {
  /** Configuration and channels; the two bits that count frames are zero. */
  readonly toc: number;
  readonly frames: readonly Uint8Array[];
  readonly frameMs: number;
}

const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];
const LONGEST_MS = 120; // RFC 6716 §3.2.5, R5
const LONGEST_FRAME = 1275; // §3.2.1
const VARIABLE = 0x80;
const PADDED = 0x40;

/** Undefined if the payload breaks a rule of RFC 6716 §3.4. */
export function parseOpusPacket(payload: Uint8Array): OpusPacket | undefined {
  const [toc] = payload;
  if (toc === undefined) return undefined;
  const frameMs = frameMsOf(toc >> 3);
  const frames = framesOf(payload, toc & 3);
  if (frames === undefined || frames.length * frameMs > LONGEST_MS) return undefined;
  return frames.some(({ length }) => length > LONGEST_FRAME) ? undefined : { toc: toc & 0xfc, frames, frameMs };
}

export function opusPacketMs({ frames, frameMs }: OpusPacket): number {
  return frames.length * frameMs;
}

/** The packet for a page with one stream. */
export function writeOpusPacket(packet: OpusPacket): Uint8Array {
  return writeOpusStreams([packet]);
}

/**
 * Packets of the same time as one multistream packet: all but the last contain their own length (RFC 6716 appendix B).
 * One frame is written as code 0, several as code 3 with a length each: padding is dropped.
 */
export function writeOpusStreams(packets: readonly OpusPacket[]): Uint8Array {
  const last = packets.length - 1;
  let size = 0;
  for (const [at, packet] of packets.entries()) size += sizeOf(packet, at < last);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const [stream, packet] of packets.entries()) at = put(bytes, at, { packet, delimited: stream < last });
  return bytes;
}

function sizeOf({ frames }: OpusPacket, delimited: boolean): number {
  let size = frames.length === 1 ? 1 : 2;
  const told = delimited ? frames.length : frames.length - 1;
  for (const [at, { length }] of frames.entries()) size += length + (at < told ? sizeOfLength(length) : 0);
  return size;
}

/** Returns the end offset. */
function put(
  bytes: Uint8Array,
  start: number,
  { packet: { toc, frames }, delimited }: { readonly packet: OpusPacket; readonly delimited: boolean },
): number {
  let at = start;
  bytes[at++] = frames.length === 1 ? toc : toc | 3;
  if (frames.length > 1) bytes[at++] = VARIABLE | frames.length;
  const told = delimited ? frames.length : frames.length - 1;
  for (let frame = 0; frame < told; frame += 1) at = putLength(bytes, at, frames[frame]?.length ?? 0);
  for (const frame of frames) {
    bytes.set(frame, at);
    at += frame.length;
  }
  return at;
}

/**
 * The two streams of a multistream packet, each as a separate packet: the first one contains its own length (RFC 6716
 * appendix B). Undefined if it breaks a rule.
 */
export function splitOpusStreams(payload: Uint8Array): readonly [first: Uint8Array, second: Uint8Array] | undefined {
  const first = readDelimited(payload);
  return first === undefined ? undefined : [writeOpusPacket(first.packet), payload.subarray(first.size)];
}

function readDelimited(payload: Uint8Array): { readonly packet: OpusPacket; readonly size: number } | undefined {
  const [toc, flags = 0] = payload;
  if (toc === undefined) return undefined;
  const code = toc & 3;
  const count = code === 3 ? flags & 0x3f : code === 0 ? 1 : 2;
  const isVariable = code === 2 || (code === 3 && (flags & VARIABLE) !== 0);
  const padding = code === 3 && (flags & PADDED) !== 0 ? readPadding(payload.subarray(1)) : { size: 0, length: 0 };
  if (count === 0 || padding === undefined) return undefined;
  let at = (code === 3 ? 2 : 1) + padding.size;
  const lengths: number[] = [];
  while (lengths.length < (isVariable ? count : 1)) {
    const next = readLength(payload, at);
    if (next === undefined) return undefined;
    lengths.push(next.length);
    at += next.size;
  }
  const [each = 0] = lengths;
  const sizes = isVariable ? lengths : Array<number>(count).fill(each);
  const end = at + sizes.reduce((sum, size) => sum + size, 0);
  if (end + padding.length > payload.length) return undefined;
  const frames = cut(payload.subarray(at, end), sizes.slice(0, -1));
  if (frames === undefined) return undefined;
  return { packet: { toc: toc & 0xfc, frames, frameMs: frameMsOf(toc >> 3) }, size: end + padding.length };
}

function frameMsOf(configuration: number): number {
  if (configuration < 12) return SILK_MS[configuration & 3] ?? 0;
  if (configuration < 16) return HYBRID_MS[configuration & 1] ?? 0;
  return CELT_MS[configuration & 3] ?? 0;
}

function framesOf(payload: Uint8Array, code: number): readonly Uint8Array[] | undefined {
  const body = payload.subarray(1);
  if (code === 0) return [body];
  if (code === 1) return body.length % 2 === 0 ? cut(body, [body.length / 2]) : undefined;
  if (code === 2) {
    const first = readLength(body, 0);
    return first === undefined ? undefined : cut(body.subarray(first.size), [first.length]);
  }
  return countedFrames(body);
}

function countedFrames(body: Uint8Array): readonly Uint8Array[] | undefined {
  const [flags] = body;
  if (flags === undefined) return undefined;
  const count = flags & 0x3f;
  const padding = (flags & PADDED) === 0 ? { size: 0, length: 0 } : readPadding(body);
  if (count === 0 || padding === undefined) return undefined;
  const end = body.length - padding.length;
  const start = 1 + padding.size;
  if (end < start) return undefined;
  const rest = body.subarray(start, end);
  if ((flags & VARIABLE) === 0) {
    const each = rest.length / count;
    return Number.isInteger(each) ? cut(rest, Array<number>(count - 1).fill(each)) : undefined;
  }
  const lengths: number[] = [];
  let at = 0;
  while (lengths.length < count - 1) {
    const next = readLength(rest, at);
    if (next === undefined) return undefined;
    lengths.push(next.length);
    at += next.size;
  }
  return cut(rest.subarray(at), lengths);
}

/** Frames of the given lengths and, last, what remains. */
function cut(bytes: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] | undefined {
  const frames: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    if (at + length > bytes.length) return undefined;
    frames.push(bytes.subarray(at, at + length));
    at += length;
  }
  return [...frames, bytes.subarray(at)];
}

/** RFC 6716 §3.2.1. */
function readLength(bytes: Uint8Array, at: number): { readonly size: number; readonly length: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 252) return { size: 1, length: first };
  const second = bytes[at + 1];
  return second === undefined ? undefined : { size: 2, length: second * 4 + first };
}

const sizeOfLength = (length: number): number => (length < 252 ? 1 : 2);

function putLength(bytes: Uint8Array, at: number, length: number): number {
  const first = length < 252 ? length : 252 + (length & 3);
  bytes[at] = first;
  if (length < 252) return at + 1;
  bytes[at + 1] = (length - first) >> 2;
  return at + 2;
}

/** RFC 6716 §3.2.5: 255 means 254 bytes and another count. */
function readPadding(body: Uint8Array): { readonly size: number; readonly length: number } | undefined {
  let length = 0;
  for (let at = 1; at < body.length; at += 1) {
    const count = body[at] ?? 0;
    length += count === 255 ? 254 : count;
    if (count !== 255) return { size: at, length };
  }
  return undefined;
}

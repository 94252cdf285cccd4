import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** Within the archive, with `/` between folders. */
  readonly name: string;
  /** Milliseconds since the epoch; written as UTC, to two seconds. */
  readonly modifiedAt: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** From here on a field of the old format does not hold the value (APPNOTE 4.4.1.4). */
export interface ZipLimits {
  readonly offset: number;
  readonly entries: number;
}

const LIMITS: ZipLimits = { offset: 0xffff_ffff, entries: 0xffff };
const MOST_BYTES = 0xffff_ffff;

/**
 * A ZIP file, piece by piece: every entry stored as it is (PKWARE APPNOTE 6.3), sizes and check sums behind each, ZIP64
 * where the file grows past four gigabytes or 65,534 entries. An entry is read when its turn comes.
 * @throws RangeError an entry of four gigabytes
 */
export async function* zipFile(
  entries: AsyncIterable<ZipEntry>,
  limits: ZipLimits = LIMITS,
): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const { name, modifiedAt, content } of entries) {
    const entry = { name: new TextEncoder().encode(name), stamp: dosStamp(modifiedAt), offset };
    const header = localHeader(entry);
    yield header;
    let sum = 0;
    let bytes = 0;
    for await (const piece of content) {
      sum = crc32(piece, sum);
      bytes += piece.length;
      if (bytes >= MOST_BYTES) throw new RangeError(`${name} is too large for the archive`);
      yield piece;
    }
    const descriptor = fields([4, 0x0807_4b50], [4, sum], [4, bytes], [4, bytes]);
    yield descriptor;
    directory.push(directoryEntry({ ...entry, sum, bytes }, limits));
    offset += header.length + bytes + descriptor.length;
  }
  yield* directory;
  const length = directory.reduce((all, one) => all + one.length, 0);
  yield endOfDirectory({ count: directory.length, offset, length }, limits);
}

interface Named {
  readonly name: Uint8Array;
  readonly stamp: number;
  readonly offset: number;
}

const VERSION = 20;
const ZIP64_VERSION = 45;
/** Sizes come behind the content; names are UTF-8 (APPNOTE 4.4.4, bits 3 and 11). */
const FLAGS = 0x0808;
const STORED = 0;

function localHeader({ name, stamp }: Named): Uint8Array {
  const head = fields([4, 0x0403_4b50], [2, VERSION], [2, FLAGS], [2, STORED], [4, stamp], [4, 0], [4, 0], [4, 0]);
  return join(head, fields([2, name.length], [2, 0]), name);
}

function directoryEntry(
  { name, stamp, offset, sum, bytes }: Named & { readonly sum: number; readonly bytes: number },
  limits: ZipLimits,
): Uint8Array {
  const isFar = offset >= limits.offset;
  const extra = isFar ? fields([2, 1], [2, 8], [8, offset]) : new Uint8Array();
  const version = isFar ? ZIP64_VERSION : VERSION;
  const head = fields([4, 0x0201_4b50], [2, version], [2, version], [2, FLAGS], [2, STORED], [4, stamp]);
  const sizes = fields([4, sum], [4, bytes], [4, bytes], [2, name.length], [2, extra.length]);
  // No comment, first disk, no attributes.
  const rest = fields([2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? 0xffff_ffff : offset]);
  return join(head, sizes, rest, name, extra);
}

/** APPNOTE 4.3.14 to 4.3.16 */
function endOfDirectory(
  { count, offset, length }: { readonly count: number; readonly offset: number; readonly length: number },
  limits: ZipLimits,
): Uint8Array {
  const isLarge = count >= limits.entries || offset >= limits.offset;
  const shown = isLarge ? { count: 0xffff, offset: 0xffff_ffff, length: 0xffff_ffff } : { count, offset, length };
  const end = join(
    fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, shown.count], [2, shown.count]),
    fields([4, shown.length], [4, shown.offset], [2, 0]),
  );
  if (!isLarge) return end;
  const record = join(
    fields([4, 0x0606_4b50], [8, 44], [2, ZIP64_VERSION], [2, ZIP64_VERSION], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, length], [8, offset]),
  );
  const locator = fields([4, 0x0706_4b50], [4, 0], [8, offset + length], [4, 1]);
  return join(record, locator, end);
}

const FIRST_YEAR = 1980;

/** Date in the upper two bytes, time in the lower (APPNOTE 4.4.6). */
function dosStamp(at: number): number {
  const shown = new Date(at);
  const year = Math.max(0, shown.getUTCFullYear() - FIRST_YEAR);
  const date = (year << 9) | ((shown.getUTCMonth() + 1) << 5) | shown.getUTCDate();
  const time = (shown.getUTCHours() << 11) | (shown.getUTCMinutes() << 5) | (shown.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}

/** Numbers one after the other, little end first: how many bytes, and the value. */
function fields(...parts: ReadonlyArray<readonly [bytes: 2 | 4 | 8, value: number]>): Uint8Array {
  const written = Buffer.alloc(parts.reduce((all, [bytes]) => all + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) {
    if (bytes === 2) written.writeUInt16LE(value, at);
    if (bytes === 4) written.writeUInt32LE(value, at);
    if (bytes === 8) written.writeBigUInt64LE(BigInt(value), at);
    at += bytes;
  }
  return written;
}

const join = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** Path in the archive, with `/` between folders. */
  readonly name: string;
  /** Milliseconds since the epoch; written as UTC, to two seconds. */
  readonly modifiedAt: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Limit of a file without ZIP64 extensions (PKWARE APPNOTE 4.4.1.4). */
const MOST_BYTES = 0xffff_fffe;
const MOST_ENTRIES = 0xfffe;

/**
 * A ZIP file as a stream: every entry is stored uncompressed (APPNOTE 6.3), followed by its sizes and check sum. An entry
 * is read only when it is needed.
 * @throws RangeError above four gigabytes, or 65,535 entries
 */
export async function* zipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  const advance = (bytes: number): void => {
    offset += bytes;
    if (offset > MOST_BYTES) throw new RangeError("more than a ZIP file holds");
  };
  for await (const { name, modifiedAt, content } of entries) {
    const entry = { name: new TextEncoder().encode(name), stamp: dosStamp(modifiedAt), offset };
    const header = localHeader(entry);
    advance(header.length);
    yield header;
    let sum = 0;
    let bytes = 0;
    for await (const piece of content) {
      sum = crc32(piece, sum);
      bytes += piece.length;
      advance(piece.length);
      yield piece;
    }
    const descriptor = fields([4, 0x0807_4b50], [4, sum], [4, bytes], [4, bytes]);
    advance(descriptor.length);
    yield descriptor;
    directory.push(directoryEntry({ ...entry, sum, bytes }));
    if (directory.length > MOST_ENTRIES) throw new RangeError("more entries than a ZIP file holds");
  }
  const directoryAt = offset;
  for (const one of directory) {
    advance(one.length);
    yield one;
  }
  yield endOfDirectory({ count: directory.length, at: directoryAt, length: offset - directoryAt });
}

interface Named {
  readonly name: Uint8Array;
  readonly stamp: number;
  readonly offset: number;
}

const VERSION = 20;
/** Sizes follow the content; names are UTF-8 (APPNOTE 4.4.4, bits 3 and 11). */
const FLAGS = 0x0808;
const STORED = 0;

/** APPNOTE 4.3.7 */
function localHeader({ name, stamp }: Named): Uint8Array {
  const head = fields([4, 0x0403_4b50], [2, VERSION], [2, FLAGS], [2, STORED], [4, stamp], [4, 0], [4, 0], [4, 0]);
  return Buffer.concat([head, fields([2, name.length], [2, 0]), name]);
}

/** APPNOTE 4.3.12; no comment, first disk, no attributes. */
function directoryEntry({
  name,
  stamp,
  offset,
  sum,
  bytes,
}: Named & { readonly sum: number; readonly bytes: number }): Uint8Array {
  const head = fields([4, 0x0201_4b50], [2, VERSION], [2, VERSION], [2, FLAGS], [2, STORED], [4, stamp]);
  const sizes = fields([4, sum], [4, bytes], [4, bytes], [2, name.length], [2, 0]);
  return Buffer.concat([head, sizes, fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name]);
}

/** APPNOTE 4.3.16 */
function endOfDirectory({
  count,
  at,
  length,
}: {
  readonly count: number;
  readonly at: number;
  readonly length: number;
}): Uint8Array {
  return fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, length], [4, at], [2, 0]);
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

/** Little-endian numbers: how many bytes, and the value. */
function fields(...parts: ReadonlyArray<readonly [bytes: 2 | 4, value: number]>): Uint8Array {
  const written = Buffer.alloc(parts.reduce((all, [bytes]) => all + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) {
    if (bytes === 2) written.writeUInt16LE(value, at);
    else written.writeUInt32LE(value, at);
    at += bytes;
  }
  return written;
}

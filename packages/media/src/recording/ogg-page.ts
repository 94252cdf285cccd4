/** One page of an Ogg stream (RFC 3533 §6). */
export interface OggPage {
  readonly serial: number;
  readonly sequence: number;
  /** Samples up to the end of the page's last packet. */
  readonly granule: number;
  readonly first: boolean;
  readonly last: boolean;
  /** Complete packets, with at most 255 segments by `segmentsOf`. */
  readonly packets: readonly Uint8Array[];
}

export const SEGMENTS_PER_PAGE = 255;
const HEADER = 27;
const FIRST = 0x02;
const LAST = 0x04;

/** Segments that a packet takes in a page's table: some of 255 bytes and a shorter one. */
export function segmentsOf(packet: Uint8Array): number {
  return Math.floor(packet.length / 255) + 1;
}

export function writeOggPage({ serial, sequence, granule, first, last, packets }: OggPage): Uint8Array {
  const table = packets.flatMap((packet) => [...Array<number>(segmentsOf(packet) - 1).fill(255), packet.length % 255]);
  const bytes = new Uint8Array(HEADER + table.length + packets.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  bytes.set([0x4f, 0x67, 0x67, 0x53, 0, (first ? FIRST : 0) | (last ? LAST : 0)]); // OggS, version 0
  view.setUint32(6, granule % 0x1_0000_0000, true);
  view.setUint32(10, Math.floor(granule / 0x1_0000_0000), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, sequence, true);
  bytes[26] = table.length;
  bytes.set(table, HEADER);
  let at = HEADER + table.length;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  view.setUint32(22, checksum(bytes), true);
  return bytes;
}

/** A page as it was found. A packet that spans pages has its parts at the end of one page and the start of the next. */
export interface FoundOggPage {
  readonly length: number;
  readonly serial: number;
  readonly granule: number;
  /** A segment of 255 bytes continues in the next one (RFC 3533 §6). */
  readonly segments: readonly Uint8Array[];
}

/** The page at offset `at`; undefined without a complete and undamaged page there. */
export function readOggPage(bytes: Uint8Array, at: number): FoundOggPage | undefined {
  const head = bytes.subarray(at, at + HEADER);
  if (head.length < HEADER || head[0] !== 0x4f || head[1] !== 0x67 || head[2] !== 0x67 || head[3] !== 0x53)
    return undefined;
  const count = head[26] ?? 0;
  const table = bytes.subarray(at + HEADER, at + HEADER + count);
  const length = HEADER + count + table.reduce((sum, segment) => sum + segment, 0);
  if (table.length < count || at + length > bytes.length) return undefined;
  const page = Uint8Array.from(bytes.subarray(at, at + length));
  const view = new DataView(page.buffer);
  const told = view.getUint32(22, true);
  view.setUint32(22, 0, true);
  if (checksum(page) !== told) return undefined;
  const segments: Uint8Array[] = [];
  let from = HEADER + count;
  for (const size of table) {
    segments.push(page.subarray(from, from + size));
    from += size;
  }
  const granule = view.getUint32(6, true) + view.getUint32(10, true) * 0x1_0000_0000;
  return { length, serial: view.getUint32(14, true), granule, segments };
}

/** The same page as the last one of its stream. */
export function closeOggPage(page: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(page);
  const view = new DataView(bytes.buffer);
  bytes[5] = (bytes[5] ?? 0) | LAST;
  view.setUint32(22, 0, true);
  view.setUint32(22, checksum(bytes), true);
  return bytes;
}

/** RFC 3533 §6: polynomial 04c11db7, not reflected, initial value zero, the field itself counted as zero. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value < 0 ? 0x04c1_1db7 : 0);
  return value >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = (value << 8) ^ (CHECKSUMS[(value >>> 24) ^ byte] ?? 0);
  return value >>> 0;
}

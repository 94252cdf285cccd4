import { createOpusCoder } from "@callpanel/media";

/** A recording read back, by a reader written apart from the server's writer so that one checks the other. */
export interface ReadRecording {
  readonly pages: readonly ReadPage[];
  readonly preSkip: number;
  /** By the last page's granule (RFC 7845 §4.3). */
  readonly durationMs: number;
  /** 48 kHz, pre-skip and trimming applied: what a player plays. */
  readonly left: Int16Array;
  /** Empty where the file has one stream. */
  readonly right: Int16Array;
}

export interface ReadPage {
  readonly serial: number;
  readonly sequence: number;
  readonly granule: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly packets: readonly Uint8Array[];
}

/** Reads Ogg Opus of one mono stream or two (RFC 7845); stops at the first page that is not whole, and throws at one that is wrong. */
export function readRecording(file: Uint8Array): ReadRecording {
  const pages = readPages(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const [identification, comments, ...audio] = pages;
  const head = Buffer.from(identification?.packets[0] ?? []);
  if (head.toString("ascii", 0, 8) !== "OpusHead") throw new Error("no OpusHead");
  const mapping = [...head.subarray(8, 10), ...head.subarray(18)];
  const isOfTwo = mapping.join() === "1,2,1,2,0,0,1";
  if (!isOfTwo && mapping.join() !== "1,1,0") throw new Error(`neither one mono stream nor two: ${mapping.join()}`);
  if (Buffer.from(comments?.packets[0] ?? []).toString("ascii", 0, 8) !== "OpusTags") throw new Error("no OpusTags");
  const preSkip = head.readUInt16LE(10);
  const end = audio.at(-1)?.granule ?? preSkip;
  const packets = audio.flatMap((page) => page.packets);
  const play = (stream: readonly Uint8Array[]): Int16Array => decode(stream).slice(preSkip, end);
  const facts = { pages, preSkip, durationMs: (end - preSkip) / 48 };
  if (!isOfTwo) return { ...facts, left: play(packets), right: new Int16Array(0) };
  const streams = packets.map(takeApart);
  return { ...facts, left: play(streams.map(([first]) => first)), right: play(streams.map(([, second]) => second)) };
}

function readPages(file: Buffer): readonly ReadPage[] {
  const pages: ReadPage[] = [];
  for (let at = 0; at + 27 <= file.length;) {
    if (file.toString("ascii", at, at + 4) !== "OggS" || file[at + 4] !== 0) throw new Error(`no page at ${at}`);
    const segments = file[at + 26] ?? 0;
    const table = file.subarray(at + 27, at + 27 + segments);
    const body = at + 27 + segments;
    const end = body + table.reduce((sum, one) => sum + one, 0);
    if (end > file.length) break;
    const page = Buffer.from(file.subarray(at, end));
    const told = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    if (oggChecksum(page) !== told) throw new Error(`a page at ${at} has a wrong checksum`);
    const flags = page[5] ?? 0;
    pages.push({
      serial: page.readUInt32LE(14),
      sequence: page.readUInt32LE(18),
      granule: Number(page.readBigUInt64LE(6)),
      first: (flags & 2) !== 0,
      last: (flags & 4) !== 0,
      packets: packetsOf(table, file.subarray(body, end)),
    });
    at = end;
  }
  return pages;
}

function packetsOf(table: Uint8Array, body: Uint8Array): readonly Uint8Array[] {
  const packets: Uint8Array[] = [];
  let start = 0;
  let end = 0;
  for (const segment of table) {
    end += segment;
    if (segment === 255) continue;
    packets.push(body.subarray(start, end));
    start = end;
  }
  if (start !== end) throw new Error("a packet goes over the end of its page");
  return packets;
}

/** The checksum of an Ogg page, its field zero (RFC 3533 §6), bit by bit. */
export function oggChecksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 0x8000_0000) === 0 ? value << 1 : (value << 1) ^ 0x04c1_1db7;
  }
  return value >>> 0;
}

/** The two streams of a packet; the first carries its own length (RFC 6716 appendix B), and loses it here. */
function takeApart(packet: Uint8Array): readonly [first: Uint8Array, second: Uint8Array] {
  const toc = packet[0] ?? 0;
  let at = 1;
  const length = (): number => {
    const low = packet[at] ?? 0;
    at += 1;
    if (low < 252) return low;
    at += 1;
    return low + 4 * (packet[at - 1] ?? 0);
  };
  if ((toc & 3) === 0) {
    const size = length();
    const body = packet.subarray(at, at + size);
    return [Buffer.concat([Uint8Array.of(toc), body]), packet.subarray(at + size)];
  }
  const flags = packet[at] ?? 0;
  if ((toc & 3) !== 3 || (flags & 0xc0) !== 0x80) throw new Error(`unexpected framing ${toc & 3}/${flags}`);
  at += 1;
  const lengthsFrom = at;
  const sizes: number[] = [];
  let lastLengthAt = at;
  while (sizes.length < (flags & 0x3f)) {
    lastLengthAt = at;
    sizes.push(length());
  }
  const end = at + sizes.reduce((sum, one) => sum + one, 0);
  const kept = [Uint8Array.of(toc, flags), packet.subarray(lengthsFrom, lastLengthAt), packet.subarray(at, end)];
  return [Buffer.concat(kept), packet.subarray(end)];
}

function decode(packets: readonly Uint8Array[]): Int16Array {
  const opus = createOpusCoder(48_000);
  try {
    const pcm = new Int16Array(packets.length * 960);
    for (const [i, packet] of packets.entries()) {
      const frame = opus.decode(packet);
      if (frame?.length !== 960) throw new Error(`packet ${i} is not 20 ms long`);
      pcm.set(frame, i * 960);
    }
    return pcm;
  } finally {
    opus.close();
  }
}

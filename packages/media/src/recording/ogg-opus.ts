import { SEGMENTS_PER_PAGE, readOggPage, segmentsOf, writeOggPage } from "./ogg-page.ts";
import { writeOpusStreams } from "./opus-packet.ts";
import type { OpusPacket } from "./opus-packet.ts";

/**
 * Ogg Opus (RFC 7845) with one mono stream (channel mapping family 0), or with two, left and right (family 1,
 * uncoupled). Each packet has 20 ms of all streams.
 */
export interface OggOpus {
  /** The two header pages, which must be written first. */
  head(): Uint8Array;
  /** Adds 20 ms of each stream; returns a page when one is full. */
  add(streams: readonly OpusPacket[]): OggOpusPage | undefined;
  /** The last page, cut to `durationMs` of audio; call `add` at least once before. */
  end(durationMs: number): OggOpusPage;
}

export interface OggOpusPage {
  readonly bytes: Uint8Array;
  /** Audio time from the start to the end of this page. */
  readonly endMs: number;
}

const SAMPLES_PER_MS = 48; // RFC 7845 §4: granules always count 48 kHz
const PACKET_SAMPLES = 960;
/** The delay of an Opus encoder, 6.5 ms (libopus at 48 kHz): a decoder drops this much at the start. */
export const PRE_SKIP = 312;
/** Half a second per page: with the packets that wait for late ones, a kill loses less than a second. */
const PACKETS_PER_PAGE = 25;

/** How many packets `durationMs` takes. */
export function packetsFor(durationMs: number): number {
  return Math.ceil((durationMs * SAMPLES_PER_MS + PRE_SKIP) / PACKET_SAMPLES);
}

export function createOggOpus({ serial, streams }: { readonly serial: number; readonly streams: 1 | 2 }): OggOpus {
  let packets: Uint8Array[] = [];
  let packetCount = 0;
  let segments = 0;
  let pages = 0;

  const page = (parts: { readonly granule: number; readonly last: boolean }): Uint8Array => {
    const bytes = writeOggPage({ serial, sequence: pages, first: pages === 0, ...parts, packets });
    packets = [];
    segments = 0;
    pages += 1;
    return bytes;
  };

  return {
    head: () => {
      packets = [streams === 1 ? identificationOfOne() : identificationOfTwo()];
      const first = page({ granule: 0, last: false });
      packets = [comments()];
      return Buffer.concat([first, page({ granule: 0, last: false })]);
    },
    add: (sound) => {
      const packet = writeOpusStreams(sound);
      // The last packet is kept back, because the page that ends the stream must not be empty.
      const isFull = packets.length === PACKETS_PER_PAGE || segments + segmentsOf(packet) > SEGMENTS_PER_PAGE;
      const granule = packetCount * PACKET_SAMPLES;
      const full = isFull ? { bytes: page({ granule, last: false }), endMs: endMsOf(granule) } : undefined;
      packets.push(packet);
      packetCount += 1;
      segments += segmentsOf(packet);
      return full;
    },
    end: (durationMs) => {
      const granule = Math.min(PRE_SKIP + Math.round(durationMs * SAMPLES_PER_MS), packetCount * PACKET_SAMPLES);
      return { bytes: page({ granule, last: true }), endMs: endMsOf(granule) };
    },
  };
}

/**
 * How long a recording is, read from the end of its file: a truncated recording has complete pages up to the cut. The
 * last 64 KiB are enough; undefined without a complete page with audio.
 */
export function recordedMs(end: Uint8Array): number | undefined {
  for (let at = end.length - 1; at >= 0; at -= 1) {
    if (end[at] !== 0x4f) continue;
    const found = readOggPage(end, at);
    if (found !== undefined) return found.granule <= PRE_SKIP ? undefined : endMsOf(found.granule);
  }
  return undefined;
}

/** Audio time up to a granule position. */
export function endMsOf(granule: number): number {
  return Math.max(0, Math.floor((granule - PRE_SKIP) / SAMPLES_PER_MS));
}

/** RFC 7845 §5.1. */
function identification(channels: number, size: number): Buffer {
  const head = Buffer.alloc(size);
  head.write("OpusHead", 0, "ascii");
  head[8] = 1; // version
  head[9] = channels;
  head.writeUInt16LE(PRE_SKIP, 10);
  head.writeUInt32LE(48_000, 12); // rate of the original sound, for people
  return head;
}

function identificationOfOne(): Buffer {
  return identification(1, 19);
}

function identificationOfTwo(): Buffer {
  const head = identification(2, 23);
  head[18] = 1; // mapping family: left and right
  head[19] = 2; // streams
  head[20] = 0; // none of them coupled
  head.set([0, 1], 21); // left is the first stream, right the second
  return head;
}

/** RFC 7845 §5.2. */
function comments(): Uint8Array {
  const vendor = Buffer.from("callpanel");
  const tags = Buffer.alloc(8 + 4 + vendor.length + 4);
  tags.write("OpusTags", 0, "ascii");
  tags.writeUInt32LE(vendor.length, 8);
  vendor.copy(tags, 12);
  return tags;
}

import { createOpusCoder, readOggPage, splitOpusStreams, type OpusCoder } from "@callpanel/media";
import { RATE, SoundFault, type DecodedPcm, type SoundDecoder } from "./pcm.ts";

/** Larger than any Ogg page (RFC 3533 §6). */
const PAGE_BYTES = 65_536;
const SEGMENT = 255;
/** Limit for a packet over several pages; a larger one is invalid. */
const MOST_PACKET_BYTES = 65_536;
const FRAME = 960; // 20 ms

interface Head {
  /** Samples at the start that must not be played. */
  readonly preSkip: number;
  readonly streams: readonly OpusCoder[];
}

/**
 * Decodes Ogg Opus: one stream (RFC 7845, mapping family 0), decoded as one channel, or two mono streams, left and right
 * (family 1). A truncated file is read up to its last complete page; damaged packets become silence of the same length.
 */
export function createOggOpusDecoder(): SoundDecoder {
  let waiting: Uint8Array = new Uint8Array(0);
  let parts: Uint8Array[] = [];
  let partBytes = 0;
  let serial: number | undefined;
  let head: Head | undefined;
  let packetCount = 0;
  let skip = 0;
  let given = 0;

  const heard = (packet: Uint8Array): readonly Float32Array[] => {
    const { streams } = head ?? { streams: [] };
    const own = streams.length === 1 ? [packet] : splitOpusStreams(packet);
    const frames = streams.map((coder, i) => {
      const one = own?.[i];
      return (one === undefined ? undefined : coder.decode(one)) ?? new Int16Array(FRAME);
    });
    const length = Math.max(...frames.map((frame) => frame.length));
    return frames.map((frame) => Float32Array.from({ length }, (_, i) => (frame[i] ?? 0) / 0x8000));
  };

  const takePacket = (packet: Uint8Array): readonly Float32Array[] => {
    packetCount += 1;
    if (packetCount === 1) {
      head = readHead(packet);
      skip = head.preSkip;
      return [];
    }
    return packetCount === 2 ? [] : heard(packet);
  };

  const page = function* (segments: readonly Uint8Array[], granule: number): Iterable<DecodedPcm> {
    const sound: Array<readonly Float32Array[]> = [];
    for (const segment of segments) {
      parts.push(segment);
      partBytes += segment.length;
      if (partBytes > MOST_PACKET_BYTES) throw new SoundFault("unreadable");
      if (segment.length === SEGMENT) continue;
      const channels = takePacket(Buffer.concat(parts));
      parts = [];
      partBytes = 0;
      if (channels.length > 0) sound.push(channels);
    }
    if (sound.length === 0 || head === undefined) return;
    const count = sound[0]?.length ?? 1;
    const whole = Array.from({ length: count }, (_, i) =>
      joined(sound.map((channels) => channels[i] ?? new Float32Array(0))),
    );
    const length = whole[0]?.length ?? 0;
    const from = Math.min(skip, length);
    skip -= from;
    // RFC 7845 §4.4: the last page's granule position says where the sound ends.
    const to = Math.max(from, Math.min(length, from + granule - head.preSkip - given));
    given += to - from;
    yield { rate: RATE, channels: whole.map((channel) => channel.subarray(from, to)) };
  };

  return {
    take: function* (bytes) {
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
      let at = 0;
      while (at < waiting.length) {
        const found = readOggPage(waiting, at);
        if (found === undefined) {
          if (waiting.length - at < PAGE_BYTES) break;
          at = nextPage(waiting, at + 1);
          continue;
        }
        at += found.length;
        serial ??= found.serial;
        if (found.serial === serial) yield* page(found.segments, found.granule);
      }
      waiting = waiting.slice(at);
    },
    end: () => {
      if (head === undefined) throw new SoundFault("unreadable");
      if (given === 0 && waiting.length > 0) throw new SoundFault("cut");
    },
    close: () => {
      for (const coder of head?.streams ?? []) coder.close();
      head = undefined;
    },
  };
}

/** RFC 7845 §5.1. */
function readHead(packet: Uint8Array): Head {
  const head = Buffer.from(packet);
  if (head.length < 19 || head.toString("latin1", 0, 8) !== "OpusHead") throw new SoundFault("unreadable");
  const [version = 255, channels = 0] = head.subarray(8);
  const family = head[18];
  const isOne = family === 0 && (channels === 1 || channels === 2);
  const isTwo = family === 1 && head.subarray(9, 10)[0] === 2 && head.subarray(19).join() === "2,0,0,1";
  if (version > 15 || !(isOne || isTwo)) throw new SoundFault("unsupported");
  const streams = Array.from({ length: isTwo ? 2 : 1 }, () => createOpusCoder(RATE));
  return { preSkip: head.readUInt16LE(10), streams };
}

function nextPage(bytes: Uint8Array, from: number): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf("OggS", from, "latin1");
  return at < 0 ? bytes.length : at;
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

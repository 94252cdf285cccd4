import { readOggPage } from "../recording/ogg-page.ts";

/** RFC 7845 §3: the identification and comment packets come before the audio. */
const HEADERS = 2;
const SEGMENT = 255;

/**
 * The Opus packets of an Ogg Opus file with one stream (RFC 7845, mapping family 0), in order. A damaged page ends the
 * list: what comes before it is played. Returns undefined if it is not such a file.
 */
export function readOpusFile(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const packets: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  let serial: number | undefined;
  for (let at = 0; at < bytes.length;) {
    const page = readOggPage(bytes, at);
    if (page === undefined) break;
    at += page.length;
    serial ??= page.serial;
    if (page.serial !== serial) continue;
    for (const segment of page.segments) {
      parts.push(segment);
      if (segment.length === SEGMENT) continue;
      packets.push(Buffer.concat(parts));
      parts = [];
    }
  }
  const [head, tags] = packets;
  if (head === undefined || tags === undefined || !isHeadOfOne(head) || !startsWith(tags, "OpusTags")) return undefined;
  return packets.slice(HEADERS);
}

/** RFC 7845 §5.1: a version that we can read, one or two channels in one stream. */
function isHeadOfOne(head: Uint8Array): boolean {
  const [version = 255, channels = 0] = head.subarray(8);
  return startsWith(head, "OpusHead") && version < 16 && channels > 0 && channels <= 2 && head[18] === 0;
}

const startsWith = (packet: Uint8Array, magic: string): boolean =>
  Buffer.from(packet.subarray(0, magic.length)).toString("latin1") === magic;

import { createOggOpus, parseOpusPacket, readOggPage } from "@callpanel/media";

/** Headers of Ogg Opus, each on its own page (RFC 7845 §3). */
const HEADER_PACKETS = 2;
const FULL_SEGMENT = 255;
const FRAME_MS = 20;

/** Joins Ogg Opus sounds with one channel, without decoding them. */
export function joinSounds(sounds: readonly Uint8Array[], serial: number): Uint8Array {
  const joined = createOggOpus({ serial, streams: 1 });
  const pages: Uint8Array[] = [joined.head()];
  let packets = 0;
  for (const sound of sounds)
    for (const bytes of packetsOf(sound).slice(HEADER_PACKETS)) {
      const packet = parseOpusPacket(bytes);
      if (packet === undefined) continue;
      const full = joined.add([packet]);
      if (full !== undefined) pages.push(full.bytes);
      packets += 1;
    }
  if (packets > 0) pages.push(joined.end(packets * FRAME_MS).bytes);
  return Buffer.concat(pages);
}

function packetsOf(sound: Uint8Array): readonly Uint8Array[] {
  const packets: Uint8Array[] = [];
  let begun: Uint8Array[] = [];
  for (let at = 0; at < sound.length;) {
    const page = readOggPage(sound, at);
    if (page === undefined) break;
    for (const segment of page.segments) {
      begun.push(segment);
      if (segment.length === FULL_SEGMENT) continue;
      packets.push(Buffer.concat(begun));
      begun = [];
    }
    at += page.length;
  }
  return packets;
}

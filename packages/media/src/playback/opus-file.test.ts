import { oggChecksum } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createOggOpus } from "../recording/ogg-opus.ts";
import { writeOggPage } from "../recording/ogg-page.ts";
import { writeOpusPacket } from "../recording/opus-packet.ts";
import { readOpusFile } from "./opus-file.ts";

const frame = (at: number) => ({ toc: 0xf8, frames: [Uint8Array.of(at, at + 1)], frameMs: 20 });

function fileOf(count: number, streams: 1 | 2 = 1): Buffer {
  const ogg = createOggOpus({ serial: 5, streams });
  const parts = [ogg.head()];
  for (let at = 0; at < count; at += 1) {
    const page = ogg.add(streams === 1 ? [frame(at)] : [frame(at), frame(at)]);
    if (page !== undefined) parts.push(page.bytes);
  }
  parts.push(ogg.end(count * 20).bytes);
  return Buffer.concat(parts);
}

test("MEDIA-70 the packets of a recording with one stream are read as they were written", () => {
  expect(readOpusFile(fileOf(60))).toEqual(
    Array.from({ length: 60 }, (_, at) => Buffer.from(writeOpusPacket(frame(at)))),
  );
});

test("MEDIA-70 a packet may span pages", () => {
  const head = fileOf(0).subarray(0, fileOf(0).indexOf("OggS", 60));
  const long = Buffer.alloc(600, 7);
  const page = (sequence: number, packets: readonly Uint8Array[]) =>
    writeOggPage({ serial: 5, sequence, granule: 960, first: false, last: false, packets });
  const whole = Buffer.from(page(2, [long]));
  // Its first two segments on one page, the rest on the next one, as in RFC 3533 §6.
  const parts = [long.subarray(0, 255), long.subarray(255, 510), long.subarray(510)];
  const cut = Buffer.concat([withTable(page(2, parts.slice(0, 2))), page(3, parts.slice(2))]);
  expect(readOpusFile(Buffer.concat([head, whole]))?.[0]).toEqual(long);
  expect(readOpusFile(Buffer.concat([head, cut]))?.[0]).toEqual(long);
});

/** Removes the closing segments of length 0, which the writer adds after 255 bytes, from the table. */
function withTable(page: Uint8Array): Uint8Array {
  const segments = [...page.subarray(27, 27 + (page[26] ?? 0))].filter((size) => size > 0);
  const body = page.subarray(27 + (page[26] ?? 0));
  const packets = segments.map((size, at) => body.subarray(at * 255, at * 255 + size));
  const made = Buffer.concat([page.subarray(0, 26), Uint8Array.of(segments.length, ...segments), ...packets]);
  made.writeUInt32LE(0, 22);
  made.writeUInt32LE(oggChecksum(made), 22);
  return made;
}

test("MEDIA-70 a truncated file is read up to the cut, and other files are refused", () => {
  const whole = fileOf(60);
  expect(readOpusFile(whole.subarray(0, whole.length - 10))).toHaveLength(50);
  expect(readOpusFile(fileOf(10, 2))).toBeUndefined();
  expect(readOpusFile(Buffer.from("RIFF a wave file"))).toBeUndefined();
  expect(readOpusFile(Buffer.alloc(0))).toBeUndefined();
});

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cutRecordingFile, findCut } from "./cut.ts";
import { createOggOpus, recordedMs } from "./ogg-opus.ts";
import { parseOpusPacket } from "./opus-packet.ts";
import { readOpusFile } from "../playback/opus-file.ts";

const SILENCE = parseOpusPacket(Uint8Array.of(0xf8, 0xff, 0xfe));

function recording(seconds: number): Buffer {
  if (SILENCE === undefined) throw new Error("no packet");
  const ogg = createOggOpus({ serial: 7, streams: 1 });
  const pages: Uint8Array[] = [ogg.head()];
  for (let packet = 0; packet < seconds * 50 + 1; packet += 1) {
    const page = ogg.add([SILENCE]);
    if (page !== undefined) pages.push(page.bytes);
  }
  pages.push(ogg.end(seconds * 1_000).bytes);
  return Buffer.concat(pages);
}

it("REC-13 the silence that ended a message is cut off in steps of half a second, and the file ends correctly", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cut-"));
  const path = join(folder, "message.opus");
  await writeFile(path, recording(15));
  const left = await cutRecordingFile(path, 5_000);
  const bytes = await readFile(path);
  expect(left?.bytes).toBe(bytes.length);
  expect(left?.endMs).toBeGreaterThanOrEqual(5_000);
  expect(left?.endMs).toBeLessThan(5_500);
  expect(recordedMs(bytes)).toBe(left?.endMs);
  expect((readOpusFile(bytes)?.length ?? 0) * 20).toBeLessThan(5_600);
  // The flag of the last page (RFC 3533 §6).
  expect((bytes[bytes.lastIndexOf("OggS") + 5] ?? 0) & 0x04).toBe(0x04);
  await rm(folder, { recursive: true });
});

it("REC-13 nothing is cut if the file has no complete page up to there, or is not a recording", () => {
  expect(findCut(recording(2), 60_000)).toBeUndefined();
  expect(findCut(Buffer.from("no sound"), 10)).toBeUndefined();
  expect(findCut(recording(2), 0)?.endMs).toBeLessThanOrEqual(500);
});

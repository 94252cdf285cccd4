import { Readable } from "node:stream";
import { readZip } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { zipFile, type ZipEntry } from "./zip-file.ts";

const AT = Date.UTC(2026, 2, 8, 14, 30, 6);
const entry = (name: string, content: string): ZipEntry => ({
  name,
  modifiedAt: AT,
  content: Readable.from(Array.from(content, (one) => Buffer.from(one))),
});
async function* of(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}
const whole = async (file: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe("a ZIP file", () => {
  it("CDR-22 every entry can be read back, with its name in UTF-8 and its time", async () => {
    const names = ["2026-03-08 Zoë – 101.ogg", "empty.ogg", "last.ogg"];
    const contents = ["both voices", "", "x"];
    const file = await whole(zipFile(of(...names.map((name, at) => entry(name, contents[at] ?? "")))));
    expect(readZip(file).map(({ name, content }) => [name, content.toString()])).toEqual(
      names.map((name, at) => [name, contents[at]]),
    );
    // APPNOTE 4.4.6: 14:30:06 and 2026-03-08, in both headers; 4.4.4: the names are UTF-8.
    const directory = file.indexOf(Buffer.of(0x50, 0x4b, 1, 2));
    for (const stamp of [file.subarray(10, 14), file.subarray(directory + 12, directory + 16)])
      expect([stamp.readUInt16LE(0), stamp.readUInt16LE(2)]).toEqual([
        (14 << 11) | (30 << 5) | 3,
        (46 << 9) | (3 << 5) | 8,
      ]);
    expect(file.readUInt16LE(6) & 0x0800).toBe(0x0800);
    expect(readZip(await whole(zipFile(of())))).toEqual([]);
  });

  it("CDR-23 an entry is read only when it is needed, and not further than the consumer reads", async () => {
    let begun = 0;
    async function* lazily(): AsyncGenerator<ZipEntry> {
      for (;;) {
        begun += 1;
        yield entry(`${begun}.ogg`, "abc");
      }
    }
    const pieces = zipFile(lazily());
    for (let taken = 0; taken < 3; taken += 1) await pieces.next();
    expect(begun).toBe(1);
    await pieces.return(undefined);
  });
});

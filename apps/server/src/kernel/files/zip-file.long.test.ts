import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { zipFile, type ZipEntry } from "./zip-file.ts";

it("CDR-22 more than the format allows is an error", async () => {
  async function* tooMany(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 65_535; at += 1) yield { name: "x", modifiedAt: 0, content: Readable.from([]) };
  }
  const readAll = async (): Promise<void> => {
    for await (const piece of zipFile(tooMany())) expect(piece.length).toBeGreaterThan(0);
  };
  await expect(readAll()).rejects.toThrow(RangeError);
});

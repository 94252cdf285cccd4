import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, describe, expect, it } from "vitest";
import { zipFile, type ZipEntry } from "./zip-file.ts";

const folder = mkdtempSync(join(tmpdir(), "callpanel-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AT = Date.UTC(2026, 2, 8, 14, 30, 6);
const entry = (name: string, content: string): ZipEntry => ({
  name,
  modifiedAt: AT,
  content: Readable.from(Array.from(content, (one) => Buffer.from(one))),
});
async function* of(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}
const save = async (name: string, file: AsyncIterable<Uint8Array>): Promise<string> => {
  const path = join(folder, name);
  await pipeline(Readable.from(file), createWriteStream(path));
  return path;
};

/** What another program reads in it. */
const READER = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, z.read(i).decode(), list(i.date_time)] for i in z.infolist()]))
`;
const readBack = (path: string): unknown => JSON.parse(execFileSync("python3", ["-c", READER, path]).toString());

const WRITTEN = [
  ["2026-03-08/Zoë – 101.ogg", "both voices", [2026, 3, 8, 14, 30, 6]],
  ["empty.ogg", "", [2026, 3, 8, 14, 30, 6]],
  ["last.ogg", "x", [2026, 3, 8, 14, 30, 6]],
];
const three = () =>
  of(entry("2026-03-08/Zoë – 101.ogg", "both voices"), entry("empty.ogg", ""), entry("last.ogg", "x"));

describe("a ZIP file", () => {
  it("CDR-22 another program reads every entry back, with its name and time", async () => {
    expect(readBack(await save("three.zip", zipFile(three())))).toEqual(WRITTEN);
    expect(readBack(await save("none.zip", zipFile(of())))).toEqual([]);
  });

  it("CDR-22 the same in the format of large files", async () => {
    const large = zipFile(three(), { offset: 60, entries: 2 });
    expect(readBack(await save("large.zip", large))).toEqual(WRITTEN);
  });

  it("CDR-22 an entry is read when its turn comes, and no more than is taken", async () => {
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

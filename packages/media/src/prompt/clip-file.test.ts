import { expect, test } from "vitest";
import { readClipFile, writeClipFile } from "./clip-file.ts";
import { clipFrame, readClipLibrary } from "./clip.ts";

test("MEDIA-41 the prompts of the build are equal to newly made ones", () => {
  const bytes = new SharedArrayBuffer(5);
  new Uint8Array(bytes).set([1, 2, 3, 4, 5]);
  const clips = [{ name: "music", codec: "PCMU", loopFrom: 1, offsets: [0, 2, 5] }] as const;
  const find = readClipLibrary(readClipFile(writeClipFile({ bytes, clips })));
  const music = find("PCMU", { kind: "music" });
  if (music === undefined) throw new Error("no music");
  expect([0, 1, 2].map((beat) => [...(clipFrame(music, beat) ?? [])])).toEqual([
    [1, 2],
    [3, 4, 5],
    [3, 4, 5],
  ]);
  expect(() => readClipFile(Buffer.from("something else"))).toThrow("not a clip file");
});

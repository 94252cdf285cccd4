import { expect, test } from "vitest";
import { createFrameReader, frameOf } from "./frames.ts";

function readIn(chunks: readonly Buffer[]): { readonly frames: readonly string[]; readonly isGood: boolean } {
  const frames: string[] = [];
  const reader = createFrameReader((datagram) => frames.push(datagram.toString()));
  return { isGood: chunks.every((chunk) => reader.take(chunk)), frames };
}

test("MEDIA-93 datagrams come out of a stream as they went in, no matter where it is split", () => {
  const sent = ["one", "", "three", "x".repeat(1500)];
  const stream = Buffer.concat(sent.map((text) => frameOf(Buffer.from(text))));
  for (const size of [1, 2, 3, 7, 100, stream.length]) {
    const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, i) =>
      stream.subarray(i * size, (i + 1) * size),
    );
    expect(readIn(chunks)).toEqual({ isGood: true, frames: sent });
  }
});

test("MEDIA-94 a frame larger than any packet ends the stream before it is collected", () => {
  const large = Buffer.alloc(2);
  large.writeUInt16BE(2049);
  expect(readIn([frameOf(Buffer.from("one")), large])).toEqual({ isGood: false, frames: ["one"] });
  expect(readIn([Buffer.from("GET / HTTP/1.1\r\n\r\n")]).isGood).toBe(false);
});

import { expect, it } from "vitest";
import { encodeWav, mixDown, wavSecondsWithin } from "./wav.ts";

it("PLAY-9 a recording is a mono 16-bit WAV with its rate and length in the header", () => {
  const file = encodeWav({ samples: new Float32Array(8), rateHz: 16_000 });
  const view = new DataView(file);
  const text = (at: number) => String.fromCharCode(...new Uint8Array(file, at, 4));
  expect([text(0), text(8), text(12), text(36)]).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
  expect(file.byteLength).toBe(44 + 16);
  expect(view.getUint32(4, true)).toBe(file.byteLength - 8);
  expect([view.getUint16(20, true), view.getUint16(22, true)]).toEqual([1, 1]);
  expect([view.getUint32(24, true), view.getUint32(28, true)]).toEqual([16_000, 32_000]);
  expect([view.getUint16(32, true), view.getUint16(34, true), view.getUint32(40, true)]).toEqual([2, 16, 16]);
});

it("PLAY-9 samples are little-endian, and values above full scale are clipped", () => {
  const view = new DataView(encodeWav({ samples: new Float32Array([0, 0.5, 1, 1.5, -1, -2]), rateHz: 8_000 }));
  const samples = Array.from({ length: 6 }, (_, at) => view.getInt16(44 + at * 2, true));
  expect(samples).toEqual([0, 16_384, 32_767, 32_767, -32_768, -32_768]);
});

it("PLAY-9 several channels are mixed equally to one", () => {
  expect([...mixDown([new Float32Array([1, 0]), new Float32Array([0, 0.5])])]).toEqual([0.5, 0.25]);
  expect([...mixDown([new Float32Array([0.5])])]).toEqual([0.5]);
  expect(mixDown([])).toHaveLength(0);
});

it("PLAY-9 the duration that fits into a number of bytes can be computed", () => {
  const seconds = wavSecondsWithin(2 * 1024 * 1024, 16_000);
  expect(seconds).toBe(65);
  expect(encodeWav({ samples: new Float32Array(seconds * 16_000), rateHz: 16_000 }).byteLength).toBeLessThanOrEqual(
    2 * 1024 * 1024,
  );
});

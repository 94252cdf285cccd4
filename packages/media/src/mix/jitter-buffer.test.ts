import { describe, expect, test } from "vitest";
import { createJitterBuffer } from "./jitter-buffer.ts";
import type { JitterBuffer } from "./jitter-buffer.ts";

function packet(number: number): Uint8Array {
  return Uint8Array.of(number & 0xff);
}

/** The output of the next beats: a packet's number, "lost" or "nothing". */
function take(buffer: JitterBuffer, beats: number): readonly (number | string)[] {
  return Array.from({ length: beats }, () => {
    const taken = buffer.take();
    return taken.kind === "packet" ? (taken.payload[0] ?? -1) : taken.kind;
  });
}

function put(buffer: JitterBuffer, ...numbers: readonly number[]): void {
  for (const number of numbers) buffer.put(number & 0xffff, packet(number));
}

describe("the jitter buffer", () => {
  test("MEDIA-65 starts with 40 ms buffered and puts packets back into order", () => {
    const buffer = createJitterBuffer();
    put(buffer, 5);
    expect(take(buffer, 1)).toEqual(["nothing"]);
    put(buffer, 6);
    expect(take(buffer, 1)).toEqual([5]);
    put(buffer, 8, 7);
    expect(take(buffer, 3)).toEqual([6, 7, 8]);
  });

  test("MEDIA-65 a missing packet is lost, a packet after its turn is dropped", () => {
    const buffer = createJitterBuffer();
    put(buffer, 1, 2, 4);
    expect(take(buffer, 4)).toEqual([1, 2, "lost", 4]);
    put(buffer, 3, 5);
    expect(take(buffer, 1)).toEqual([5]);
  });

  test("MEDIA-65 numbers wrap", () => {
    const buffer = createJitterBuffer();
    put(buffer, 65_534, 65_536, 65_535, 65_537);
    expect(take(buffer, 4)).toEqual([254, 255, 0, 1]);
  });

  test("MEDIA-65 a number used by a digit leaves no gap", () => {
    const buffer = createJitterBuffer();
    put(buffer, 1);
    buffer.put(2, undefined);
    put(buffer, 3);
    expect(take(buffer, 2)).toEqual([1, 3]);
  });

  test("MEDIA-66 a party with a fast clock does not make it grow", () => {
    const buffer = createJitterBuffer();
    let number = 0;
    let most = 0;
    for (let beat = 0; beat < 10_000; beat += 1) {
      put(buffer, number);
      number += 1;
      if (beat % 50 === 0) {
        put(buffer, number); // two per cent fast: much more than any real clock
        number += 1;
      }
      buffer.take();
      most = Math.max(most, buffer.depth);
    }
    expect(most).toBeLessThanOrEqual(4);
  });

  test("MEDIA-66 a party with a slow clock is stretched, not silenced", () => {
    const buffer = createJitterBuffer();
    put(buffer, 0, 1);
    let number = 2;
    const out: (number | string)[] = [];
    for (let beat = 0; beat < 1000; beat += 1) {
      if (beat % 50 !== 0) {
        put(buffer, number);
        number += 1;
      }
      out.push(...take(buffer, 1));
    }
    expect(out.filter((one) => one === "lost").length).toBeLessThanOrEqual(20);
    expect(out).not.toContain("nothing");
  });

  test("MEDIA-66 after a stall a burst is reduced to the normal amount", () => {
    const buffer = createJitterBuffer();
    put(buffer, ...Array.from({ length: 50 }, (_, i) => i));
    expect(buffer.depth).toBeLessThanOrEqual(8);
    expect(take(buffer, 1)[0]).toBeGreaterThan(40);
  });

  test("MEDIA-66 a jump in the numbers starts a new stream", () => {
    const buffer = createJitterBuffer();
    put(buffer, 1, 2);
    expect(take(buffer, 1)).toEqual([1]);
    put(buffer, 20_200, 20_201);
    expect(take(buffer, 2)).toEqual([20_200 & 0xff, 20_201 & 0xff]);
  });

  test("MEDIA-66 a party that stops sending is silent after 100 ms, and starts again with 40 ms", () => {
    const buffer = createJitterBuffer();
    put(buffer, 1, 2);
    expect(take(buffer, 8)).toEqual([1, 2, "lost", "lost", "lost", "lost", "nothing", "nothing"]);
    put(buffer, 3);
    expect(take(buffer, 1)).toEqual(["nothing"]);
    put(buffer, 4);
    expect(take(buffer, 2)).toEqual([3, 4]);
  });
});

import { expect, it } from "vitest";
import { barsPath, peaksOf } from "./peaks.ts";

it("PLAY-2 a waveform has a bar for each equal part, with the height of its peak relative to the peak of the sound", () => {
  const samples = new Float32Array(400);
  samples[10] = 0.5;
  samples[150] = -0.25;
  expect(peaksOf([samples], 4)).toEqual([1, 0.5, 0.04, 0.04]);
});

it("PLAY-2 the height of a bar is that of the loudest channel, and silence is still visible", () => {
  const left = new Float32Array([0, 0.2]);
  const right = new Float32Array([0.4, 0]);
  expect(peaksOf([left, right], 2)).toEqual([1, 0.5]);
  expect(peaksOf([new Float32Array(8)], 2)).toEqual([0.04, 0.04]);
  expect(peaksOf([], 2)).toEqual([0.04, 0.04]);
});

it("PLAY-2 with fewer samples than bars no bar is undefined", () => {
  expect(peaksOf([new Float32Array([1])], 3)).toEqual([0.04, 0.04, 1]);
});

it("PLAY-2 bars are lines around the middle", () => {
  expect(barsPath([1, 0.5])).toBe("M0.5 2.0V98.0M1.5 26.0V74.0");
});

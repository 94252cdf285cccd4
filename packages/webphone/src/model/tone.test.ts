import { expect, test } from "vitest";
import { CADENCES, renderTone } from "./tone.ts";

const RATE = 8_000;

test("PHONE-34 ringback is 440 and 480 Hz for 2 s, then 4 s of silence", () => {
  const cycle = renderTone("ringback", RATE);
  expect(cycle).toHaveLength(6 * RATE);
  const sounding = cycle.slice(RATE / 2, RATE);
  expect(power(sounding, 440)).toBeGreaterThan(0.05);
  expect(power(sounding, 480)).toBeGreaterThan(0.05);
  expect(power(sounding, 620)).toBeLessThan(0.001);
  expect(Math.max(...cycle.slice(2 * RATE))).toBe(0);
});

test("PHONE-34 no tone is louder than full scale, and each starts and ends its parts without a click", () => {
  for (const tone of ["ringing", "waiting", "ringback", "busy"] as const) {
    const cycle = renderTone(tone, RATE);
    expect(Math.max(...cycle.map(Math.abs))).toBeLessThanOrEqual(1);
    expect(cycle[0]).toBe(0);
    expect(CADENCES[tone].some(({ hz }) => hz.length > 0)).toBe(true);
    const steps = cycle.slice(1).map((sample, index) => Math.abs(sample - (cycle[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.9);
  }
});

/** Goertzel: mean power at one frequency. */
function power(samples: Float32Array, hz: number): number {
  const turn = (2 * Math.PI * hz) / RATE;
  const re = samples.reduce((sum, one, index) => sum + one * Math.cos(turn * index), 0) / samples.length;
  const im = samples.reduce((sum, one, index) => sum + one * Math.sin(turn * index), 0) / samples.length;
  return re * re + im * im;
}

import { expect, it } from "vitest";
import { around, countFilling, fill, grow, WINDOW_ROWS } from "./logWindow.model.ts";

it("CHATUI-6 the page never holds more than a window of rows, and reaches both ends", () => {
  const count = 10_000;
  let window = { from: count - 12, to: count };
  expect(window.to).toBe(count);
  let steps = 0;
  while (window.from > 0) {
    const next = grow(window, { end: "up", count, far: 0 });
    expect(next.to - next.from).toBeLessThanOrEqual(WINDOW_ROWS);
    // What was at the upper edge stays in the page: the place in the list can be kept.
    expect(next.to).toBeGreaterThan(window.from);
    window = next;
    steps += 1;
  }
  while (window.to < count) {
    const next = grow(window, { end: "down", count, far: 0 });
    expect(next.from).toBeLessThan(window.to);
    window = next;
  }
  expect(steps).toBeLessThan(count / 2);
  // What is far from view goes, before there are as many rows as may be.
  expect(grow({ from: 100, to: 130 }, { end: "up", count, far: 8 })).toEqual({ from: 98, to: 122 });
  expect(grow({ from: 100, to: 130 }, { end: "down", count, far: 8 })).toEqual({ from: 108, to: 132 });
  expect([fill({ from: 94, to: 100 }), fill({ from: 2, to: 8 })]).toEqual([
    { from: 88, to: 100 },
    { from: 0, to: 8 },
  ]);
  expect(around(0, 5)).toEqual({ from: 0, to: 5 });
  expect(around(500, count).from).toBeLessThan(500);
});

it("CHATUI-65 as many of the last rows as fill the view", () => {
  const count = (rows: readonly number[], viewPx: number) => countFilling(rows, { viewPx, heightOf: (px) => px });
  expect(count([300, 300, 100, 100], 500)).toBe(3);
  expect(count([300, 300, 100, 100], 501)).toBe(4);
  expect(count([300, 300], 1_000)).toBe(2);
  expect(count([], 1_000)).toBe(0);
  expect(count([10, 20], 0)).toBe(1);
  expect(
    count(
      Array.from({ length: 500 }, () => 1),
      1_000,
    ),
  ).toBe(WINDOW_ROWS);
});

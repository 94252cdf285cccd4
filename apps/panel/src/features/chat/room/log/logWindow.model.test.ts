import { expect, it } from "vitest";
import { around, atEnd, grow, WINDOW_ROWS } from "./logWindow.model.ts";

it("CHATUI-6 the page never holds more than a window of rows, and reaches both ends", () => {
  const count = 10_000;
  let window = atEnd(count);
  expect(window.to).toBe(count);
  let steps = 0;
  while (window.from > 0) {
    const next = grow(window, "up", count);
    expect(next.to - next.from).toBeLessThanOrEqual(WINDOW_ROWS);
    // What was at the upper edge stays in the page: the place in the list can be kept.
    expect(next.to).toBeGreaterThan(window.from);
    window = next;
    steps += 1;
  }
  while (window.to < count) {
    const next = grow(window, "down", count);
    expect(next.from).toBeLessThan(window.to);
    window = next;
  }
  expect(steps).toBeLessThan(count / 5);
  expect(around(0, 5)).toEqual({ from: 0, to: 5 });
  expect(around(500, count).from).toBeLessThan(500);
});

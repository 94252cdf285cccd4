import { expect, it } from "vitest";
import { MEASURES } from "./cardMeasures.ts";
import { WHOLE_UP_TO, columnsOf, gridHeightOf, stepIndex, windowOf } from "./window.model.ts";

const CARDS = MEASURES.cards;
const sight = (topPx: number, widthPx = 1_044) => ({ widthPx, heightPx: 800, topPx });

it("BUDDIES-10 as many columns as have room, one at least", () => {
  expect(columnsOf(1_044, CARDS)).toBe(4);
  expect(columnsOf(1_043, CARDS)).toBe(3);
  expect(columnsOf(120, CARDS)).toBe(1);
});

it("BUDDIES-10 of five thousand only those in sight and three rows around them are in the page", () => {
  expect(windowOf(sight(-40), CARDS, 5_000)).toEqual({ columns: 4, first: 0, last: 44 });
  expect(windowOf(sight(108 * 100), CARDS, 5_000)).toEqual({ columns: 4, first: 388, last: 444 });
  expect(windowOf(sight(108 * 1_249), CARDS, 5_000)).toEqual({ columns: 4, first: 4_984, last: 5_000 });
  expect(windowOf(sight(1e9), CARDS, 5_000).last).toBe(5_000);
});

it("BUDDIES-10 a short list is there whole", () => {
  expect(windowOf(sight(5_000), CARDS, WHOLE_UP_TO)).toEqual({ columns: 4, first: 0, last: WHOLE_UP_TO });
});

it("BUDDIES-10 the grid is as high as all of its rows", () => {
  expect(gridHeightOf(9, 4, CARDS)).toBe(3 * 96 + 2 * 12);
  expect(gridHeightOf(0, 4, CARDS)).toBe(0);
});

it.each([
  [5, "ArrowRight", 6],
  [5, "ArrowUp", 1],
  [5, "ArrowDown", 9],
  [7, "ArrowDown", null],
  [0, "ArrowLeft", null],
  [5, "Home", 0],
  [5, "End", 9],
  [9, "End", null],
  [5, "a", null],
] as const)("BUDDIES-16 from card %i %s leads to %s", (at, key, to) => {
  expect(stepIndex(at, key, { columns: 4, count: 10 })).toBe(to);
});

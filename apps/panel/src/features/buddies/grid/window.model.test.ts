import { expect, it } from "vitest";
import { MEASURES } from "./cardMeasures.ts";
import { NOTHING_DRAWN, WHOLE_UP_TO, columnsOf, gridHeightOf, reachOf, stepIndex, stepWindow } from "./window.model.ts";
import type { Span } from "./window.model.ts";

const CARDS = MEASURES.cards;
const sight = (topPx: number, widthPx = 1_044) => ({ widthPx, heightPx: 800, topPx });

it("BUDDIES-10 as many columns as fit, at least one", () => {
  expect(columnsOf(1_044, CARDS)).toBe(4);
  expect(columnsOf(1_043, CARDS)).toBe(3);
  expect(columnsOf(120, CARDS)).toBe(1);
});

it("BUDDIES-10 of five thousand, only the visible cards and three rows around them are in the page", () => {
  const whole = (topPx: number) => reachOf(sight(topPx), CARDS, 5_000).whole;
  expect(whole(-40)).toEqual({ first: 0, last: 44 });
  expect(whole(108 * 100)).toEqual({ first: 388, last: 444 });
  expect(whole(108 * 1_249)).toEqual({ first: 4_984, last: 5_000 });
  expect(whole(1e9).last).toBe(5_000);
});

it("BUDDIES-10 a short list is completely in the page", () => {
  expect(reachOf(sight(5_000), CARDS, WHOLE_UP_TO).whole).toEqual({ first: 0, last: WHOLE_UP_TO });
});

const MOST = 8;
const reach = reachOf(sight(108 * 100), CARDS, 5_000);
const spanOf = ({ first, last }: Span) => [first, last];

it("BUDDIES-32 visible rows are rendered first, a fixed number of cards per frame, then rows around them, then hover buttons", () => {
  const drawn = [stepWindow(NOTHING_DRAWN, reach, MOST)];
  for (let frame = 1; frame < 20; frame += 1) drawn.push(stepWindow(drawn[frame - 1] ?? NOTHING_DRAWN, reach, MOST));
  expect(reach.sight).toEqual({ first: 400, last: 432 });
  expect(drawn.map(spanOf).slice(0, 8)).toEqual([
    [400, 408],
    [400, 416],
    [400, 424],
    [400, 432],
    [400, 440],
    [396, 444],
    [388, 444],
    [388, 444],
  ]);
  expect(drawn.map(({ complete }) => spanOf(complete)).slice(4, 14)).toEqual([
    [400, 408],
    [400, 408],
    [400, 408],
    [400, 416],
    [400, 424],
    [400, 432],
    [400, 440],
    [396, 444],
    [388, 444],
    [388, 444],
  ]);
});

const drawnAt = (first: number, last: number) => ({ columns: 4, first, last, complete: { first, last } });

it("BUDDIES-32 rendered cards stay; after a jump everything is rendered again, the buttons last", () => {
  const next = (first: number, last: number) => stepWindow(drawnAt(first, last), reach, MOST);
  expect(next(420, 460)).toEqual(drawnAt(412, 460));
  expect(next(0, 44)).toEqual({ columns: 4, first: 400, last: 408, complete: { first: 400, last: 400 } });
  expect(next(388, 444)).toEqual(drawnAt(388, 444));
});

it("BUDDIES-33 cards out of reach stay until new cards need their place", () => {
  expect(reach).toMatchObject({ whole: { first: 388, last: 444 }, room: 60 });
  const next = (first: number, last: number, most = MOST) => stepWindow(drawnAt(first, last), reach, most);
  expect(next(384, 440)).toEqual(drawnAt(384, 444));
  expect(next(380, 440)).toEqual(drawnAt(384, 444));
  expect(next(392, 452)).toEqual(drawnAt(388, 448));
  expect(next(376, 410)).toEqual(drawnAt(376, 418));
});

it("BUDDIES-32 a row that appears by scrolling takes two frames, or one if it is visible already", () => {
  const most = 4;
  expect(stepWindow(drawnAt(384, 440), reach, most)).toEqual(drawnAt(384, 442));
  expect(stepWindow(drawnAt(376, 428), reach, most)).toEqual(drawnAt(376, 432));
});

it("BUDDIES-33 cards that appear by scrolling are complete immediately, unless others were not complete yet", () => {
  const half = { columns: 4, first: 384, last: 440, complete: { first: 384, last: 420 } };
  expect(stepWindow(half, reach, MOST).complete).toEqual({ first: 384, last: 424 });
});

it("BUDDIES-10 when the list gets shorter, nothing beyond its end stays", () => {
  const short = reachOf(sight(108 * 100), CARDS, 430);
  expect(stepWindow(drawnAt(388, 444), short, MOST).last).toBe(430);
});

it("BUDDIES-10 the grid has the height of all its rows", () => {
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
] as const)("BUDDIES-16 from card %i %s moves to %s", (at, key, to) => {
  expect(stepIndex(at, key, { columns: 4, count: 10 })).toBe(to);
});

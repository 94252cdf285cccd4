import { expect, it } from "vitest";
import { CHART_HEIGHT, CHART_WIDTH, DAY_MS, linesOf } from "./day-chart.model.ts";

const NOW = 2 * DAY_MS;
const MINUTE_MS = 60_000;

it("ACTIVITY-4 the line ends now, at the height of its figure, with a gap where the server did not run", () => {
  const at = (minutesAgo: number, value: number) => ({ at: NOW - minutesAgo * MINUTE_MS, value });
  const [first, second, ...more] = linesOf([at(1_440, 0), at(720, 4), at(715, 2), at(5, 1), at(0, 4)], NOW);
  expect(first).toEqual([[0, CHART_HEIGHT]]);
  expect(second).toEqual([
    [CHART_WIDTH / 2, 0],
    [503, CHART_HEIGHT / 2],
  ]);
  expect(more).toEqual([
    [
      [997, 75],
      [CHART_WIDTH, 0],
    ],
  ]);
  expect(linesOf([], NOW)).toEqual([]);
  // Nothing happened: the line is at the bottom.
  expect(linesOf([at(0, 0)], NOW)).toEqual([[[CHART_WIDTH, CHART_HEIGHT]]]);
});

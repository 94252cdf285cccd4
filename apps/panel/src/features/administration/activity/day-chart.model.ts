/** A figure at a time. */
export interface ChartPoint {
  readonly at: number;
  readonly value: number;
}

export const DAY_MS = 86_400_000;
export const CHART_WIDTH = 1_000;
export const CHART_HEIGHT = 100;
/** Without figures for so long the server did not run: the line has a gap. */
const GAP_MS = 900_000;

/** Parts of a line over the last day, as points of an SVG path; the highest value is at the top, 0 at the bottom. */
export function linesOf(
  points: readonly ChartPoint[],
  now: number,
): ReadonlyArray<readonly (readonly [number, number])[]> {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const parts: Array<Array<readonly [number, number]>> = [];
  let before: number | undefined;
  for (const { at, value } of points) {
    const place = [
      Math.max(0, Math.round(((at - (now - DAY_MS)) / DAY_MS) * CHART_WIDTH)),
      Math.round((1 - value / most) * CHART_HEIGHT),
    ] as const;
    const last = parts.at(-1);
    if (last === undefined || before === undefined || at - before > GAP_MS) parts.push([place]);
    else last.push(place);
    before = at;
  }
  return parts;
}

/** How large a card is in a view; every card of a view is of one height. */
export interface CardMeasure {
  readonly heightPx: number;
  readonly minWidthPx: number;
  readonly gapPx: number;
}

/** What of the grid can be seen. */
export interface Sight {
  readonly widthPx: number;
  /** Of the scrolling area. */
  readonly heightPx: number;
  /** From the grid's upper edge to the upper edge of the scrolling area; negative while the grid begins further down. */
  readonly topPx: number;
}

/** Which cards are in the page. `last` is not among them. */
export interface GridWindow {
  readonly columns: number;
  readonly first: number;
  readonly last: number;
}

/** BUDDIES-10: so many are in the page whole: the browser's own find works, and nothing is gained by leaving some out. */
export const WHOLE_UP_TO = 60;
const MARGIN_ROWS = 3;

export function columnsOf(widthPx: number, { minWidthPx, gapPx }: CardMeasure): number {
  return Math.max(1, Math.floor((widthPx + gapPx) / (minWidthPx + gapPx)));
}

/** BUDDIES-10: rows in sight and a few around them. */
export function windowOf(sight: Sight, measure: CardMeasure, count: number): GridWindow {
  const columns = columnsOf(sight.widthPx, measure);
  if (count <= WHOLE_UP_TO) return { columns, first: 0, last: count };
  const rowPx = measure.heightPx + measure.gapPx;
  const rowCount = Math.ceil(count / columns);
  const firstRow = clamp(Math.floor(sight.topPx / rowPx) - MARGIN_ROWS, 0, rowCount);
  const lastRow = clamp(Math.ceil((sight.topPx + sight.heightPx) / rowPx) + MARGIN_ROWS, firstRow, rowCount);
  return { columns, first: firstRow * columns, last: Math.min(count, lastRow * columns) };
}

export const sameWindow = (a: GridWindow, b: GridWindow): boolean =>
  a.columns === b.columns && a.first === b.first && a.last === b.last;

/** Height of the whole grid. */
export function gridHeightOf(count: number, columns: number, { heightPx, gapPx }: CardMeasure): number {
  const rows = Math.ceil(count / columns);
  return rows === 0 ? 0 : rows * (heightPx + gapPx) - gapPx;
}

/** BUDDIES-16: where an arrow key leads; null where there is nobody. */
export function stepIndex(
  at: number,
  key: string,
  { columns, count }: { columns: number; count: number },
): number | null {
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  };
  const next = Object.entries(to).find(([name]) => name === key)?.[1];
  return next === undefined || next < 0 || next >= count || next === at ? null : next;
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** The size of a card in a view; all cards of a view have the same height. */
export interface CardMeasure {
  readonly heightPx: number;
  readonly minWidthPx: number;
  readonly gapPx: number;
}

/** The visible part of the grid. */
export interface Sight {
  readonly widthPx: number;
  /** Of the scrolling area. */
  readonly heightPx: number;
  /** From the top of the grid to the top of the scrolling area; negative while the grid begins further down. */
  readonly topPx: number;
}

/** A range of the list; `last` is exclusive. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Which cards are in the page, and which of them are complete: the hover buttons are rendered last. */
export interface GridWindow extends Span {
  readonly columns: number;
  readonly complete: Span;
}

/** Which cards should be in the page: `sight` are the visible ones, `whole` also the rows around them. */
export interface GridReach {
  readonly columns: number;
  readonly sight: Span;
  readonly whole: Span;
  /** The maximum number of cards in the page, for any scroll position. */
  readonly room: number;
  /** The length of the whole list. */
  readonly count: number;
}

const at = (index: number): Span => ({ first: index, last: index });
export const NOTHING_DRAWN: GridWindow = { columns: 1, ...at(0), complete: at(0) };

/** BUDDIES-10: up to this many, all are in the page: the browser's search works, and leaving some out gains nothing. */
export const WHOLE_UP_TO = 60;
const MARGIN_ROWS = 3;

export function columnsOf(widthPx: number, { minWidthPx, gapPx }: CardMeasure): number {
  return Math.max(1, Math.floor((widthPx + gapPx) / (minWidthPx + gapPx)));
}

/** BUDDIES-10: the visible rows and a few around them. */
export function reachOf({ widthPx, heightPx, topPx }: Sight, measure: CardMeasure, count: number): GridReach {
  const columns = columnsOf(widthPx, measure);
  const rowPx = measure.heightPx + measure.gapPx;
  const rowCount = Math.ceil(count / columns);
  const rows = (from: number, to: number): Span => {
    const first = clamp(from, 0, rowCount);
    return { first: first * columns, last: Math.min(count, clamp(to, first, rowCount) * columns) };
  };
  const firstRow = Math.floor(topPx / rowPx);
  const lastRow = Math.ceil((topPx + heightPx) / rowPx);
  const whole = count <= WHOLE_UP_TO ? { first: 0, last: count } : rows(firstRow - MARGIN_ROWS, lastRow + MARGIN_ROWS);
  const room = columns * (Math.ceil(heightPx / rowPx) + 1 + 2 * MARGIN_ROWS);
  return { columns, sight: rows(firstRow, lastRow), whole, room: Math.max(room, sizeOf(whole)), count };
}

/**
 * BUDDIES-32: visible rows come first, then the rows around them, then the hover buttons; at most `most` cards change in one
 * step, and half as many by scrolling as long as they are not visible. The very first cards are complete, and so are those that
 * appear by scrolling, because they reuse the elements of cards that disappeared (BUDDIES-33).
 */
export function stepWindow(drawn: GridWindow, reach: GridReach, most: number): GridWindow {
  const { columns, sight, whole } = reach;
  const kept = common(drawn, whole);
  const from = kept ?? at(sight.first);
  const seen = spread(from, sight, most);
  const scrolls = kept !== null && sizeOf(drawn) >= sizeOf(sight) && sameSpan(drawn.complete, drawn);
  // A row that is not visible yet has time, and the frame has scrolling to do.
  const ahead = scrolls ? Math.ceil(most / 2) : most;
  const near = spread(seen, whole, clamp(most - gain(from, seen), 0, ahead));
  const all = kept ? linger(near, drawn, reach) : near;
  if (sizeOf(drawn) === 0 || scrolls) return { columns, ...all, complete: all };
  const complete = common(drawn.complete, all) ?? at(clamp(sight.first, all.first, all.last));
  return { columns, ...all, complete: spread(complete, all, most - gain(from, near)) };
}

/** BUDDIES-33: cards out of reach stay until their place is needed. */
function linger(near: Span, drawn: Span, { room, count }: GridReach): Span {
  const spare = Math.max(0, room - sizeOf(near));
  const up = clamp(near.first - drawn.first, 0, spare);
  const down = clamp(Math.min(drawn.last, count) - near.last, 0, spare - up);
  return { first: near.first - up, last: near.last + down };
}

const sizeOf = ({ first, last }: Span): number => last - first;
const gain = (before: Span, after: Span): number => sizeOf(after) - sizeOf(before);

function common(a: Span, b: Span): Span | null {
  const both = { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
  return sizeOf(both) > 0 ? both : null;
}

/** Downwards first, in reading direction. */
function spread({ first, last }: Span, to: Span, most: number): Span {
  const down = clamp(to.last - last, 0, most);
  const up = clamp(first - to.first, 0, most - down);
  return { first: first - up, last: last + down };
}

const sameSpan = (a: Span, b: Span): boolean => a.first === b.first && a.last === b.last;
export const sameWindow = (a: GridWindow, b: GridWindow): boolean =>
  a.columns === b.columns && sameSpan(a, b) && sameSpan(a.complete, b.complete);

/** Whether the first visible card is in the page, at its place. */
export const hasBegun = ({ columns, first, last }: GridWindow, { columns: wanted, sight }: GridReach): boolean =>
  columns === wanted && first <= sight.first && sight.first < last;

/** Height of the whole grid. */
export function gridHeightOf(count: number, columns: number, { heightPx, gapPx }: CardMeasure): number {
  const rows = Math.ceil(count / columns);
  return rows === 0 ? 0 : rows * (heightPx + gapPx) - gapPx;
}

/** BUDDIES-16: the index that an arrow key moves to; null if there is no card. */
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

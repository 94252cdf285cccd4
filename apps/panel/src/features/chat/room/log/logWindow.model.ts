/** The part of a list of messages that is in the page: enough above and below, never all of them. */
export interface LogWindow {
  /** Index of the first row. */
  readonly from: number;
  /** After the last row. */
  readonly to: number;
}

/** At most; what is far from view leaves the page before that. */
export const WINDOW_ROWS = 64;
/** Few at a time: more would take a frame longer than it may. */
export const STEP_ROWS = 2;
/** At the end there are at least so many, once the first have been painted. */
export const FIRST_ROWS = 12;
/** Where the first do not fill the view, so many more follow before anything is painted. */
const FILL_ROWS = 6;

export interface View<Row> {
  readonly viewPx: number;
  /** An estimate, px. */
  readonly heightOf: (row: Row) => number;
}

/** How many of the last rows fill a view. */
export function countFilling<Row>(rows: readonly Row[], { viewPx, heightOf }: View<Row>): number {
  const last = rows.slice(-WINDOW_ROWS);
  let height = 0;
  const from = last.findLastIndex((row) => (height += heightOf(row)) >= viewPx);
  return last.length - Math.max(0, from);
}

/** Around a row. */
export const around = (at: number, count: number): LogWindow => {
  const from = Math.max(0, at - FIRST_ROWS / 2);
  return { from, to: Math.min(count, from + FIRST_ROWS) };
};

/** More of the last rows, for a view that is not full. */
export const fill = ({ from, to }: LogWindow): LogWindow => ({ from: Math.max(0, from - FILL_ROWS), to });

/** Where a window grows. */
export interface Growth {
  readonly end: "up" | "down";
  /** How many rows there are. */
  readonly count: number;
  /** Rows at the other end that are far from view: they leave the page. */
  readonly far: number;
}

export function grow({ from, to }: LogWindow, { end, count, far }: Growth): LogWindow {
  if (end === "up") {
    const next = Math.max(0, from - STEP_ROWS);
    return { from: next, to: Math.min(to - far, next + WINDOW_ROWS) };
  }
  const next = Math.min(count, to + STEP_ROWS);
  return { from: Math.max(from + far, next - WINDOW_ROWS), to: next };
}

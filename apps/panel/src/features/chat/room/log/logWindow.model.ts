/** The part of a list of messages that is in the page: enough above and below, never all of them. */
export interface LogWindow {
  /** Index of the first row. */
  readonly from: number;
  /** After the last row. */
  readonly to: number;
}

export const WINDOW_ROWS = 64;
/** Few at a time: more would take a frame longer than it may. */
export const STEP_ROWS = 6;
/** Fill most screens; where they do not, more follow before anything is painted. */
const FIRST_ROWS = 12;

/** The last rows. */
export const atEnd = (count: number): LogWindow => ({ from: Math.max(0, count - FIRST_ROWS), to: count });

/** Around a row. */
export const around = (at: number, count: number): LogWindow => {
  const from = Math.max(0, at - FIRST_ROWS / 2);
  return { from, to: Math.min(count, from + FIRST_ROWS) };
};

/** More rows at one end; what is too far away at the other end leaves the page. */
export function grow({ from, to }: LogWindow, end: "up" | "down", count: number): LogWindow {
  if (end === "up") {
    const next = Math.max(0, from - STEP_ROWS);
    return { from: next, to: Math.min(to, next + WINDOW_ROWS) };
  }
  const next = Math.min(count, to + STEP_ROWS);
  return { from: Math.max(from, next - WINDOW_ROWS), to: next };
}

import {
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import type { RefObject } from "react";
import { usePanel } from "../../../../shared/panel.ts";
import { afterPaint } from "../../../../shared/painted.ts";
import { LastViewContext, useExpectedView } from "./logView.ts";
import { around, countFilling, fill, FIRST_ROWS, grow, WINDOW_ROWS } from "./logWindow.model.ts";

/** Distance from an edge at which more rows are needed, px. */
const NEAR_PX = 800;
/** Rows that are further out of view leave the page when others come to it. */
const FAR_PX = 1_400;
/** With fewer rows known beyond the window, the next page is asked for. */
const AHEAD_ROWS = 30;
/** Closer to the end than this, the log follows new messages. */
const AT_END_PX = 40;
const END: Bounds = { first: null, last: null };

interface Bounds {
  /** Keys of rows; null: the last rows, and the end. */
  readonly first: string | null;
  readonly last: string | null;
}

/** A message of any kind. */
interface Keyed {
  readonly key: string;
}

export interface LogWindowDeps<Row extends Keyed> {
  readonly rows: readonly Row[];
  /** An estimate for a log of this width, px. */
  readonly heightOf: (row: Row, widthPx: number) => number;
  /** Messages before or after the rows are wanted from the server. */
  readonly onEdge: (end: "up" | "down") => void;
  readonly isLive: boolean;
  /** Otherwise one comes for a place further up. */
  readonly startsAtEnd: boolean;
  /** The row at which the new messages begin. */
  readonly newKey: string | null;
}

/** CHATUI-6: the rows in the page; what the user reads keeps its place while rows come and go above it. */
export function useLogWindow<Row extends Keyed>(deps: LogWindowDeps<Row>) {
  const { rows, heightOf, onEdge, isLive, startsAtEnd, newKey } = deps;
  const log = useRef<HTMLDivElement>(null);
  const [bounds, setBounds] = useState<Bounds>(END);
  const [isAtEnd, setAtEnd] = useState(startsAtEnd);
  const [isNewSeen, setNewSeen] = useState(false);
  const [isOpening, setOpening] = useState(startsAtEnd);
  const follows = useRef(startsAtEnd);
  /** The row at the upper edge, and how far it is from there. */
  const anchor = useRef<{ readonly key: string; readonly top: number } | null>(null);
  const goal = useRef<string | null>(null);
  const { widthPx, heightPx } = useExpectedView();
  const filling = countFilling(rows, { viewPx: heightPx, heightOf: (row) => heightOf(row, widthPx) });
  const window = windowOf(rows, { bounds, least: isOpening ? filling : Math.max(FIRST_ROWS, filling) });
  const shown = rows.slice(window.from, window.to);

  /** The new messages begin in view or below it: the user has reached them. */
  const lookForNew = (element: HTMLElement) => {
    const row = newKey === null || isNewSeen ? null : rowOf(element, newKey);
    if (row !== null && row.getBoundingClientRect().bottom > element.getBoundingClientRect().top) setNewSeen(true);
  };
  const place = (element: HTMLElement) => {
    const target = goal.current === null ? null : rowOf(element, goal.current);
    if (target !== null) {
      goal.current = null;
      element.scrollTop +=
        target.getBoundingClientRect().top - element.getBoundingClientRect().top - element.clientHeight / 3;
      anchor.current = anchorIn(element);
      return;
    }
    if (follows.current && window.to === rows.length && isLive) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const kept = anchor.current;
    const row = kept === null ? null : rowOf(element, kept.key);
    if (kept !== null && row !== null)
      element.scrollTop += row.getBoundingClientRect().top - element.getBoundingClientRect().top - kept.top;
  };
  // Each change of the rows may have moved what the user reads; the window grows to its limit, and new messages count as seen once.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    place(element);
    lookForNew(element);
    // What is above the view comes after it was painted (`useOpened`, `scrolled`).
    const mayGrow = window.from > 0 && window.to - window.from < WINDOW_ROWS;
    if (mayGrow && !isFull(element)) setBounds(boundsOf(rows, fill(window)));
  });
  const [, look] = useReducer((count: number) => count + 1, 0);
  useFollowSize(log, { follows, look });

  const scrolled = () => {
    const element = log.current;
    if (element === null) return;
    anchor.current = anchorIn(element);
    lookForNew(element);
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    const end = below < AT_END_PX && window.to === rows.length && isLive;
    follows.current = end;
    if (end !== isAtEnd) setAtEnd(end);
    if (window.from < AHEAD_ROWS) onEdge("up");
    if (!isLive && rows.length - window.to < AHEAD_ROWS) onEdge("down");
    if (!isOpening) growNear(element);
  };
  const growNear = (element: HTMLElement) => {
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    const growTo = (growing: "up" | "down") =>
      setBounds(boundsOf(rows, grow(window, { end: growing, count: rows.length, far: countFar(element, growing) })));
    if (element.scrollTop < NEAR_PX && window.from > 0) growTo("up");
    else if (below < NEAR_PX && window.to < rows.length) growTo("down");
  };
  useOpened(isOpening && rows.length > 0, () => {
    setOpening(false);
    if (log.current !== null) growNear(log.current);
  });
  const toEnd = useCallback(() => {
    follows.current = true;
    setAtEnd(true);
    // Rows that are there already are not drawn again.
    setBounds((before) => (before.last === null ? before : END));
  }, []);
  return {
    log,
    shown,
    isAtEnd: isAtEnd && isLive,
    isNewSeen,
    /** Rows before the shown ones are known. */
    hasMore: window.from > 0,
    scrolled,
    toEnd,
    toRow: (key: string, all: readonly Keyed[]) => {
      const at = all.findIndex((row) => row.key === key);
      if (at < 0) return;
      follows.current = false;
      setAtEnd(false);
      setOpening(false);
      goal.current = key;
      setBounds(boundsOf(all, around(at, all.length)));
    },
  };
}

/** CHATUI-65: what is above the view comes when the first rows have been painted. */
function useOpened(isOpening: boolean, run: () => void): void {
  const { nextFrame } = usePanel();
  const opened = useEffectEvent(() => startTransition(run));
  useEffect(() => (isOpening ? afterPaint(nextFrame, () => opened()) : undefined), [isOpening, nextFrame]);
}

/** The rows are as high as the view; what is above the first of them does not count. */
function isFull(element: HTMLElement): boolean {
  const rows = element.querySelectorAll("[data-key]");
  const [first, last] = [rows[0], rows[rows.length - 1]];
  if (first === undefined || last === undefined) return true;
  return last.getBoundingClientRect().bottom - first.getBoundingClientRect().top >= element.clientHeight;
}

interface WindowWanted {
  readonly bounds: Bounds;
  /** At the end there are at least so many rows. */
  readonly least: number;
}

function windowOf(rows: readonly Keyed[], { bounds: { first, last }, least }: WindowWanted) {
  const end = last === null ? rows.length : rows.findIndex(({ key }) => key === last) + 1;
  const to = end === 0 ? rows.length : end;
  const start = first === null ? -1 : rows.findIndex(({ key }) => key === first);
  const from = start < 0 || to === rows.length ? Math.min(start < 0 ? to : start, to - least) : start;
  return { from: Math.max(0, to - WINDOW_ROWS, from), to };
}

const boundsOf = (rows: readonly Keyed[], { from, to }: { readonly from: number; readonly to: number }): Bounds => ({
  first: rows[from]?.key ?? null,
  last: to >= rows.length ? null : (rows[to - 1]?.key ?? null),
});

const rowOf = (element: HTMLElement, key: string): Element | null =>
  [...element.querySelectorAll("[data-key]")].find((row) => row.getAttribute("data-key") === key) ?? null;

/** How many rows are far out of view at the end from which one moves away. */
function countFar(element: HTMLElement, growing: "up" | "down"): number {
  const view = element.getBoundingClientRect();
  const rows = [...element.querySelectorAll("[data-key]")];
  const isNear = (row: Element) => {
    const box = row.getBoundingClientRect();
    return growing === "up" ? box.top - view.bottom < FAR_PX : view.top - box.bottom < FAR_PX;
  };
  return growing === "up" ? rows.length - 1 - rows.findLastIndex(isNear) : rows.findIndex(isNear);
}

/** The first row in view, found by halves: this runs with each step of scrolling. */
function anchorIn(element: HTMLElement) {
  const { top } = element.getBoundingClientRect();
  const rows = element.querySelectorAll("[data-key]");
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const box = rows[middle]?.getBoundingClientRect();
    if (box !== undefined && box.bottom <= top) from = middle + 1;
    else to = middle;
  }
  const row = rows[from];
  return row === undefined
    ? null
    : { key: row.getAttribute("data-key") ?? "", top: row.getBoundingClientRect().top - top };
}

interface FollowSize {
  readonly follows: RefObject<boolean>;
  /** The view is not full, and may take more rows. */
  readonly look: () => void;
}

/** The composer grows, the keyboard of a phone comes: the last message stays in view. */
function useFollowSize(log: RefObject<HTMLDivElement | null>, { follows, look }: FollowSize): void {
  const last = useContext(LastViewContext);
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return undefined;
    let height = 0;
    const keep = () => {
      height = element.clientHeight;
      // Otherwise it is not displayed.
      if (element.clientWidth > 0) last?.keep({ widthPx: element.clientWidth, heightPx: height });
    };
    keep();
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
      const grows = element.clientHeight > height;
      keep();
      if (grows && !isFull(element)) look();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [log, follows, look, last]);
}

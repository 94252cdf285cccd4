import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { NOTHING_DRAWN, reachOf, sameWindow, stepWindow } from "./window.model.ts";
import type { CardMeasure, GridWindow, Sight } from "./window.model.ts";

/** BUDDIES-32: what a frame has time for on a computer four times slower than those of today. */
export const CARDS_A_FRAME = 4;
/** So long after the last movement a list rests. */
const REST_AFTER_MS = 200;

export interface GridView extends GridWindow {
  /** Nothing is being scrolled. */
  readonly rests: boolean;
}

/**
 * Which of `count` cards are in sight of the page's scrolling area, kept while it scrolls and changes its size. Nothing is
 * drawn before the width is known: cards drawn for another one would be drawn twice, and glide to their places.
 */
export function useGridWindow(grid: RefObject<HTMLElement | null>, measure: CardMeasure, count: number): GridView {
  const [window, setWindow] = useState(NOTHING_DRAWN);
  const [rests, setRests] = useState(true);
  const drawn = useRef(NOTHING_DRAWN);
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const area = scrollingAreaOf(element);
    let sight = sightOf(element, area);
    let frame: number | null = null;
    let restsFrom = 0;
    /** @returns whether there was something to draw, and so may be more */
    const step = () => {
      const next = stepWindow(drawn.current, reachOf(sight, measure, count), CARDS_A_FRAME);
      if (sameWindow(drawn.current, next)) return false;
      drawn.current = next;
      setWindow(next);
      return true;
    };
    const follow = () => {
      frame ??= requestAnimationFrame((now) => {
        frame = null;
        // In this very frame: a slow computer is to be behind by frames, not by cards that pile up for one of them.
        if (flushSync(step) || now < restsFrom) follow();
        else setRests(true);
      });
    };
    const look = () => {
      sight = sightOf(element, area);
      follow();
    };
    const scrolled = ({ timeStamp }: Event) => {
      restsFrom = timeStamp + REST_AFTER_MS;
      setRests(false);
      look();
    };
    // The frame that is to come shows what was drawn just now; the rest is for those after it.
    if (step()) frame = requestAnimationFrame(() => ((frame = null), follow()));
    const stopSizes = watchSizes([element, area], look);
    area.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      if (frame !== null) cancelAnimationFrame(frame);
      stopSizes();
      area.removeEventListener("scroll", scrolled);
    };
  }, [grid, measure, count]);
  // A list that became shorter is drawn at once, not after the effect.
  return window.last > count
    ? { ...window, first: Math.min(window.first, count), last: count, rests }
    : { ...window, rests };
}

/** Firefox before 69 has no ResizeObserver: there the window's own size is what counts. @returns how to stop */
function watchSizes(elements: readonly Element[], changed: () => void): () => void {
  if (typeof ResizeObserver !== "function") {
    window.addEventListener("resize", changed);
    return () => window.removeEventListener("resize", changed);
  }
  const observer = new ResizeObserver(changed);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

/** Asked when a frame begins, before it has changed anything: asked later, the page would be laid out for the answer. */
function sightOf(element: HTMLElement, area: HTMLElement): Sight {
  return {
    widthPx: element.clientWidth,
    heightPx: area.clientHeight,
    topPx: area.getBoundingClientRect().top - element.getBoundingClientRect().top,
  };
}

function scrollingAreaOf(element: HTMLElement): HTMLElement {
  for (let area = element.parentElement; area !== null; area = area.parentElement)
    if (/auto|scroll/.test(getComputedStyle(area).overflowY)) return area;
  return document.documentElement;
}

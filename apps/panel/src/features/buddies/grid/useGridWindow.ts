import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { NOTHING_DRAWN, reachOf, sameWindow, stepWindow } from "./window.model.ts";
import type { CardMeasure, GridWindow, Sight } from "./window.model.ts";

/** BUDDIES-32: how many cards fit into a frame on a computer that is four times slower than a current one. */
export const CARDS_A_FRAME = 4;
/** Scrolling counts as stopped this long after the last scroll event. */
const REST_AFTER_MS = 200;

export interface GridView extends GridWindow {
  /** Scrolling has stopped. */
  readonly rests: boolean;
}

/**
 * Which of `count` cards are visible in the scrolling area of the page, updated on scroll and resize. Nothing is rendered
 * before the width is known: cards for another width would be rendered twice, and the move would be animated.
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
    /** @returns whether something was rendered, so that there may be more */
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
        // Synchronously in this frame: a slow computer should skip frames, and not collect cards for one long frame.
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
    // The next frame shows what was rendered now; the rest is for later frames.
    if (step()) frame = requestAnimationFrame(() => ((frame = null), follow()));
    const stopSizes = watchSizes([element, area], look);
    area.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      if (frame !== null) cancelAnimationFrame(frame);
      stopSizes();
      area.removeEventListener("scroll", scrolled);
    };
  }, [grid, measure, count]);
  // A shorter list is rendered immediately, not after the effect.
  return window.last > count
    ? { ...window, first: Math.min(window.first, count), last: count, rests }
    : { ...window, rests };
}

/** Firefox before 69 has no ResizeObserver: there the size of the window is used. @returns a stop function */
function watchSizes(elements: readonly Element[], changed: () => void): () => void {
  if (typeof ResizeObserver !== "function") {
    window.addEventListener("resize", changed);
    return () => window.removeEventListener("resize", changed);
  }
  const observer = new ResizeObserver(changed);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

/** Measured at the start of a frame, before any change: a later measurement would force a layout. */
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

import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { NOTHING_DRAWN, reachOf, sameWindow, stepWindow } from "./window.model.ts";
import type { CardMeasure, GridWindow } from "./window.model.ts";

/** BUDDIES-32: what a frame has time for on a computer four times slower than those of today. */
const CARDS_A_FRAME = 6;

/**
 * Which of `count` cards are in sight of the page's scrolling area, kept while it scrolls and changes its size. Nothing is
 * drawn before the width is known: cards drawn for another one would be drawn twice, and glide to their places.
 */
export function useGridWindow(grid: RefObject<HTMLElement | null>, measure: CardMeasure, count: number): GridWindow {
  const [window, setWindow] = useState(NOTHING_DRAWN);
  const drawn = useRef(NOTHING_DRAWN);
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const area = scrollingAreaOf(element);
    let frame: number | null = null;
    /** @returns whether there was something to draw, and so may be more */
    const step = () => {
      const sight = {
        widthPx: element.clientWidth,
        heightPx: area.clientHeight,
        topPx: area.getBoundingClientRect().top - element.getBoundingClientRect().top,
      };
      const next = stepWindow(drawn.current, reachOf(sight, measure, count), CARDS_A_FRAME);
      if (sameWindow(drawn.current, next)) return false;
      drawn.current = next;
      setWindow(next);
      return true;
    };
    const follow = () => {
      frame ??= requestAnimationFrame(() => {
        frame = null;
        // In this very frame: a slow computer is to be behind by frames, not by cards that pile up for one of them.
        if (flushSync(step)) follow();
      });
    };
    // The frame that is to come shows what was drawn just now; the rest is for those after it.
    if (step()) frame = requestAnimationFrame(() => ((frame = null), follow()));
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    observer.observe(area);
    area.addEventListener("scroll", follow, { passive: true });
    return () => {
      if (frame !== null) cancelAnimationFrame(frame);
      observer.disconnect();
      area.removeEventListener("scroll", follow);
    };
  }, [grid, measure, count]);
  // A list that became shorter is drawn at once, not after the effect.
  return window.last > count ? { ...window, first: Math.min(window.first, count), last: count } : window;
}

function scrollingAreaOf(element: HTMLElement): HTMLElement {
  for (let area = element.parentElement; area !== null; area = area.parentElement)
    if (/auto|scroll/.test(getComputedStyle(area).overflowY)) return area;
  return document.documentElement;
}

import { startTransition, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { sameWindow, windowOf } from "./window.model.ts";
import type { CardMeasure, GridWindow } from "./window.model.ts";

/** Which of `count` cards are in sight of the page's scrolling area, kept while it scrolls and changes its size. */
export function useGridWindow(grid: RefObject<HTMLElement | null>, measure: CardMeasure, count: number): GridWindow {
  const [window, setWindow] = useState<GridWindow>(() =>
    windowOf({ widthPx: 0, heightPx: 0, topPx: 0 }, measure, count),
  );
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const area = scrollingAreaOf(element);
    const look = () => {
      const sight = {
        widthPx: element.clientWidth,
        heightPx: area.clientHeight,
        topPx: area.getBoundingClientRect().top - element.getBoundingClientRect().top,
      };
      const next = windowOf(sight, measure, count);
      setWindow((before) => (sameWindow(before, next) ? before : next));
    };
    // Rows that come into sight are drawn in slices: they have a margin, and frames have none.
    const follow = () => startTransition(look);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(area);
    area.addEventListener("scroll", follow, { passive: true });
    return () => {
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

import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { useService } from "../../../shared/panel.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable, Store } from "../../../shared/store.ts";
import { restHover, REST_AFTER_MS } from "../../../shared/list/hoverRest.ts";
import { LAST_SIGHT } from "./lastSight.ts";
import type { LastSight } from "./lastSight.ts";
import { NOTHING_DRAWN, hasBegun, reachOf, sameWindow, stepWindow } from "./window.model.ts";
import type { CardMeasure, GridReach, GridWindow, Sight } from "./window.model.ts";

/** BUDDIES-32: how many cards fit into a frame on a computer that is four times slower than a current one. */
export const CARDS_A_FRAME = 4;

export interface GridView extends GridWindow {
  /** Not part of what is rendered: the beginning and the end of scrolling change no card. */
  readonly scrolling: Readable<boolean>;
}

/**
 * Which of `count` cards are visible in the scrolling area of the page, updated on scroll and resize. Nothing is rendered
 * before the width is known: cards for another width would be rendered twice, and the move would be animated. A grid that
 * is opened again begins as it was seen last (BUDDIES-37), and is measured in the frame that paints it: measuring earlier
 * would lay out the page twice.
 */
export function useGridWindow(grid: RefObject<HTMLElement | null>, measure: CardMeasure, count: number): GridView {
  const lastSight = useService(LAST_SIGHT);
  const [window, setWindow] = useState(() => firstWindow(lastSight.get(), measure, count));
  const [scrolling] = useState(() => createStore<boolean, boolean>(false, (_, next) => next));
  const drawn = useRef(window);
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const follow = () =>
      followSight(element, {
        reach: (sight) => reachOf(sight, measure, count),
        drawn,
        onWindow: setWindow,
        scrolling,
        lastSight,
      });
    if (drawn.current === NOTHING_DRAWN) return follow();
    let stop: () => void = () => undefined;
    const frame = requestAnimationFrame(() => {
      stop = flushSync(follow);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [grid, measure, count, lastSight, scrolling]);
  // A shorter list is rendered immediately, not after the effect.
  return window.last > count
    ? { ...window, first: Math.min(window.first, count), last: count, scrolling }
    : { ...window, scrolling };
}

const firstWindow = (last: Sight | null, measure: CardMeasure, count: number): GridWindow =>
  last ? stepWindow(NOTHING_DRAWN, reachOf(last, measure, count), CARDS_A_FRAME) : NOTHING_DRAWN;

interface FollowedSight {
  readonly reach: (sight: Sight) => GridReach;
  readonly drawn: RefObject<GridWindow>;
  readonly onWindow: (next: GridWindow) => void;
  readonly scrolling: Store<boolean, boolean>;
  readonly lastSight: LastSight;
}

/** Measures now, and on scroll and resize. @returns a stop function */
function followSight(
  element: HTMLElement,
  { reach, drawn, onWindow, scrolling, lastSight }: FollowedSight,
): () => void {
  const area = scrollingAreaOf(element);
  let sight = sightOf(element, area);
  let frame: number | null = null;
  let restsFrom = 0;
  const keep = () => lastSight.set({ ...sight, topPx: sight.topPx - area.scrollTop });
  /** @returns whether something was rendered, so that there may be more */
  const step = () => {
    const next = stepWindow(drawn.current, reach(sight), CARDS_A_FRAME);
    if (sameWindow(drawn.current, next)) return false;
    drawn.current = next;
    onWindow(next);
    return true;
  };
  const follow = () => {
    frame ??= requestAnimationFrame((now) => {
      frame = null;
      // Synchronously in this frame: a slow computer should skip frames, and not collect cards for one long frame.
      if (flushSync(step) || now < restsFrom) follow();
      else scrolling.dispatch(false);
    });
  };
  const look = () => {
    sight = sightOf(element, area);
    keep();
    follow();
  };
  const scrolled = ({ timeStamp }: Event) => {
    restsFrom = timeStamp + REST_AFTER_MS;
    scrolling.dispatch(true);
    look();
  };
  keep();
  // The next frame shows what was rendered now; the rest is for later frames.
  if (hasBegun(drawn.current, reach(sight))) follow();
  else if (step()) frame = requestAnimationFrame(() => ((frame = null), follow()));
  const stopSizes = watchSizes([element, area], look);
  area.addEventListener("scroll", scrolled, { passive: true });
  const stopRest = restHover(element, scrolling);
  return () => {
    scrolling.dispatch(false);
    stopRest();
    if (frame !== null) cancelAnimationFrame(frame);
    stopSizes();
    area.removeEventListener("scroll", scrolled);
  };
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

import { startTransition, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

/** How far outside of the visible part a card is complete. */
const MARGIN = "100px 0px";

/**
 * QDASH-9: whether a card is near the visible part of the page. Cards that come near are completed one per frame, so that no frame
 * takes long. Without IntersectionObserver all are near, and `isAlways` says so of a page with few.
 */
export function useNear(box: RefObject<HTMLElement | null>, isAlways: boolean): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver !== "function");
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || isAlways || typeof IntersectionObserver !== "function") return undefined;
    return watchNearness(element, setNear);
  }, [box, isAlways]);
  return isAlways || isNear;
}

const listeners = new Map<Element, (isNear: boolean) => void>();
/** What is to be told in the next frames. */
const due = new Map<Element, boolean>();
let observer: IntersectionObserver | null = null;
let frame: number | null = null;

/** @returns a stop function */
function watchNearness(element: Element, tell: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) due.set(target, isIntersecting);
      frame ??= requestAnimationFrame(tellNext);
    },
    // The page scrolls inside of the frame, and a margin counts only around the root.
    { root: element.closest("main"), rootMargin: MARGIN },
  );
  listeners.set(element, tell);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
    due.delete(element);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = null;
  };
}

function tellNext(): void {
  frame = null;
  const next = [...due].find(([, isNear]) => isNear) ?? [...due][0];
  if (next === undefined) return;
  const [element, isNear] = next;
  due.delete(element);
  // In slices: the rows of a card may take longer than a frame.
  startTransition(() => listeners.get(element)?.(isNear));
  if (due.size > 0) frame = requestAnimationFrame(tellNext);
}

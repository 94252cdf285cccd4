import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";

/** How far outside of the visible part a card is complete. */
const MARGIN = "100px 0px";

/** So many rows of a card are added in one frame. */
const ROWS_PER_FRAME = 3;

/**
 * QDASH-9: how many of the rows of a card are in the page; null while the card is far from the visible part of the page. Cards that
 * come near are filled step by step, one step per frame, so that no frame takes long; one that is far has `data-far` at once, and is
 * emptied in its turn. Without IntersectionObserver all are
 * complete, and `isAlways` says so of a page with few.
 */
export function useNear(box: RefObject<HTMLElement | null>, isAlways: boolean, total: number): number | null {
  const [rows, setRows] = useState<number | null>(typeof IntersectionObserver === "function" ? null : Infinity);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || isAlways || typeof IntersectionObserver !== "function") return undefined;
    return watchNearness(element, (step) => setRows((before) => rowsAfter(step, before)));
  }, [box, isAlways]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && rows !== null && rows < total && !due.has(element)) ask(element, "more");
  }, [box, rows, total]);
  return isAlways ? Infinity : rows;
}

type Step = "near" | "more" | "far";

/** The first step of a card has no rows yet. */
function rowsAfter(step: Step, before: number | null): number | null {
  if (step === "far") return null;
  if (before === null) return step === "near" ? 0 : null;
  return before + ROWS_PER_FRAME;
}

const listeners = new Map<Element, (step: Step) => void>();
/** What is to be told in the next frames. */
const due = new Map<Element, Step>();
let observer: IntersectionObserver | null = null;
let frame: number | null = null;

/** @returns a stop function */
function watchNearness(element: Element, tell: (step: Step) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        target.toggleAttribute("data-far", !isIntersecting);
        ask(target, isIntersecting ? "near" : "far");
      }
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

function ask(element: Element, step: Step): void {
  due.set(element, step);
  frame ??= requestAnimationFrame(tellNext);
}

function tellNext(): void {
  frame = null;
  const steps = [...due];
  // One card is filled and one is emptied: with many cards on their way, either alone would leave more rows than are seen.
  for (const isFar of [false, true]) {
    const [element, step] = steps.find((one) => (one[1] === "far") === isFar) ?? [];
    if (element === undefined || step === undefined) continue;
    due.delete(element);
    listeners.get(element)?.(step);
  }
  if (due.size > 0) frame ??= requestAnimationFrame(tellNext);
}

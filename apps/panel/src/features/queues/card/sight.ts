import type { FrameTurns } from "../../../shared/live/frameTurns.ts";

/** How far outside of the visible part a card is complete. */
const MARGIN = "100px 0px";

/** `near`: it gets its head; `more`: it gets rows; `far`: it is emptied. */
export type NearStep = "near" | "more" | "far";

/** Which cards are near the visible part of the page; listeners are notified step by step, when frames have time for it (QDASH-9). */
export interface Sight {
  /** @returns a stop function */
  watch(element: Element, tell: (step: NearStep) => void): () => void;
  /** The element is near and has not all of its rows. */
  wantMore(element: Element): void;
}

/** Null in browsers without IntersectionObserver. */
export function createSight(turns: FrameTurns): Sight | null {
  if (typeof IntersectionObserver !== "function") return null;
  const listeners = new Map<Element, (step: NearStep) => void>();
  const filled = new Set<Element>();
  const due = new Map<Element, NearStep>();
  let observer: IntersectionObserver | null = null;

  const take = (wanted: (step: NearStep) => boolean) => {
    const found = [...due].find(([, step]) => wanted(step));
    if (found === undefined) return false;
    const [element, step] = found;
    due.delete(element);
    if (step === "far") filled.delete(element);
    else filled.add(element);
    listeners.get(element)?.(step);
    return [...due.values()].some(wanted);
  };
  /** Cards are filled and emptied in turns of their own: with many on their way, either alone would leave more rows than are seen. */
  const fill = () => take((step) => step !== "far");
  const empty = () => take((step) => step === "far");
  const ask = (element: Element, step: NearStep) => {
    due.set(element, step);
    turns.ask(step === "far" ? empty : fill);
  };
  /** Nothing is changed here: the page was just laid out, and would be once more before the next frame. */
  const see = (entries: readonly IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) ask(target, filled.has(target) ? "more" : "near");
      else if (filled.has(target)) ask(target, "far");
      else due.delete(target);
    }
  };
  return {
    watch(element, tell) {
      // The page scrolls inside of the frame, and a margin counts only around the root.
      observer ??= new IntersectionObserver(see, { root: element.closest("main"), rootMargin: MARGIN });
      listeners.set(element, tell);
      observer.observe(element);
      return () => {
        observer?.unobserve(element);
        listeners.delete(element);
        filled.delete(element);
        due.delete(element);
        if (listeners.size > 0) return;
        turns.drop(fill);
        turns.drop(empty);
        observer?.disconnect();
        observer = null;
      };
    },
    wantMore(element) {
      if (!due.has(element)) ask(element, "more");
    },
  };
}

import type { Readable } from "../store.ts";

/** Scrolling counts as stopped this long after the last scroll event. */
export const REST_AFTER_MS = 200;

/** While it is there, a layer over the element takes the pointer (HoverRest.module.css). */
const SCROLLING = "data-scrolling";
const OWN_MOVES = ["pointermove", "pointerdown"] as const;

/**
 * BUDDIES-38, QDASH-16: while the page is scrolled, what passes below a pointer that rests is not hovered: that would cost as much
 * as drawing it. A pointer that moves or presses ends this until the page is scrolled the next time. @returns a stop function
 */
export function restHover(element: HTMLElement, scrolling: Readable<boolean>): () => void {
  const end = () => element.removeAttribute(SCROLLING);
  const stop = scrolling.subscribe(() => element.toggleAttribute(SCROLLING, scrolling.get()));
  /** The layer was pressed: what is below it is clicked. */
  const pass = (event: MouseEvent) => {
    if (event.target !== element) return;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    if (below !== element && element.contains(below)) below?.dispatchEvent(new MouseEvent("click", event));
  };
  for (const type of OWN_MOVES) element.addEventListener(type, end);
  element.addEventListener("click", pass);
  return () => {
    stop();
    end();
    for (const type of OWN_MOVES) element.removeEventListener(type, end);
    element.removeEventListener("click", pass);
  };
}

import type { Readable } from "../store.ts";

/** Scrolling counts as stopped this long after the last scroll event. */
export const REST_AFTER_MS = 200;

/** While it is there, a layer over the element takes the pointer (HoverRest.module.css). */
const SCROLLING = "data-scrolling";

/** How far the list may move between press and release, as at the end of a smooth scroll: further, and something else is below the pointer. */
const STILL_PX = 4;

/**
 * BUDDIES-38, QDASH-16: while the page is scrolled, what passes below a pointer that rests is not hovered: that would cost as much
 * as drawing it. A pointer that moves or presses ends this until the page is scrolled the next time. A scroll that begins between
 * press and release brings no layer: the release would be on it, and the click lost. @returns a stop function
 */
export function restHover(element: HTMLElement, scrolling: Readable<boolean>): () => void {
  const end = () => element.removeAttribute(SCROLLING);
  const isPressed = () => element.matches(":active");
  const stop = scrolling.subscribe(() => element.toggleAttribute(SCROLLING, scrolling.get() && !isPressed()));
  const below = ({ clientX, clientY }: MouseEvent) => document.elementFromPoint(clientX, clientY);
  let isStill = () => false;
  const press = (event: PointerEvent) => {
    end();
    const pressed = below(event);
    const { top = 0, left = 0 } = pressed?.getBoundingClientRect() ?? {};
    isStill = () => {
      const now = pressed?.getBoundingClientRect();
      return now !== undefined && Math.abs(now.top - top) + Math.abs(now.left - left) < STILL_PX;
    };
  };
  /** The layer was pressed. Clicked is what is below it now: the buttons of a card appear with the pointer. */
  const pass = (event: MouseEvent) => {
    if (event.target !== element || !isStill()) return;
    const clicked = below(event);
    if (clicked !== element && element.contains(clicked)) clicked?.dispatchEvent(new MouseEvent("click", event));
  };
  element.addEventListener("pointermove", end);
  element.addEventListener("pointerdown", press);
  element.addEventListener("click", pass);
  return () => {
    stop();
    end();
    element.removeEventListener("pointermove", end);
    element.removeEventListener("pointerdown", press);
    element.removeEventListener("click", pass);
  };
}

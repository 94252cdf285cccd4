import { useLayoutEffect } from "react";
import type { RefObject } from "react";
import { usePanel } from "../panel.ts";
import { createStore } from "../store.ts";
import { REST_AFTER_MS, restHover } from "./hoverRest.ts";

/** `restHover` for an element, with the class `rests` of HoverRest.module.css, in the page, which scrolls inside of the frame. */
export function useHoverRest(box: RefObject<HTMLElement | null>): void {
  const { clock } = usePanel();
  useLayoutEffect(() => {
    const element = box.current;
    const area = element?.closest("main");
    if (!element || !area) return undefined;
    const scrolling = createStore<boolean, boolean>(false, (_, next) => next);
    let cancel: () => void = () => undefined;
    const scrolled = () => {
      cancel();
      cancel = clock.setTimeout(() => scrolling.dispatch(false), REST_AFTER_MS);
      scrolling.dispatch(true);
    };
    area.addEventListener("scroll", scrolled, { passive: true });
    const stop = restHover(element, scrolling);
    return () => {
      cancel();
      stop();
      area.removeEventListener("scroll", scrolled);
    };
  }, [box, clock]);
}

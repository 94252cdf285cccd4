import { useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { FIRST_PLACE, LAYOUTS, stepPlace } from "./window.model.ts";
import type { Layout, PlaceStep, Screen, WindowPlace } from "./window.model.ts";

const KEY = "callpanel_video_window";

export interface Place extends WindowPlace {
  readonly toggle: (layout: Exclude<Layout, "expanded">) => void;
  readonly moveBy: (x: number, y: number) => void;
  readonly sizeBy: (width: number, height: number) => void;
  readonly drag: (event: PointerEvent<HTMLElement>) => void;
  readonly resize: (event: PointerEvent<HTMLElement>) => void;
}

const screenNow = (): Screen => ({ width: window.innerWidth, height: window.innerHeight });

/** Where the window is; the next meeting opens there, except in full screen. */
export function usePlace(): Place {
  const { storage } = usePanel();
  const [place, setPlace] = useState<WindowPlace>(() => readPlace(storage.get(KEY)));
  const latest = useRef(place);
  const step = (taken: PlaceStep) => {
    const next = stepPlace(latest.current, taken, screenNow());
    latest.current = next;
    setPlace(next);
    if (next.layout !== "fullscreen") storage.set(KEY, JSON.stringify(next));
  };
  useFullScreen(place.layout === "fullscreen", () => {
    if (latest.current.layout === "fullscreen") step({ type: "toggled", layout: "docked" });
  });
  useEffect(() => {
    // A smaller browser window: nothing stays out of reach.
    const fit = () => {
      const { layout, box } = latest.current;
      if (layout === "expanded") step({ type: "moved", x: box.x, y: box.y });
    };
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  });
  const boxOf = (element: HTMLElement) => {
    const { x, y, width, height } = element.closest("section")?.getBoundingClientRect() ?? latest.current.box;
    return { x, y, width, height };
  };
  return {
    ...place,
    toggle: (layout) => step({ type: "toggled", layout }),
    moveBy: (x, y) => step({ type: "moved", x: latest.current.box.x + x, y: latest.current.box.y + y }),
    sizeBy: (width, height) => {
      const { box } = latest.current;
      step({ type: "sized", width: box.width + width, height: box.height + height });
    },
    drag: (event) => {
      // Events of a dialog that the bar opens bubble here as well.
      if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
      if (event.target instanceof Element && event.target.closest("button") !== null && !isGrip(event.target)) return;
      const from = boxOf(event.currentTarget);
      follow(event, (x, y) => step({ type: "moved", x: from.x + x, y: from.y + y }));
    },
    resize: (event) => {
      const from = boxOf(event.currentTarget);
      follow(event, (x, y) => step({ type: "sized", width: from.width + x, height: from.height + y }));
    },
  };
}

/** The first button of the bar is there to be dragged. */
const isGrip = (target: Element): boolean => target.closest("button")?.matches(":first-child") === true;
const LEAST_DRAG_PX = 4;

/** Until the pointer is lifted; a click that does not move changes nothing. */
function follow(start: PointerEvent<HTMLElement>, run: (x: number, y: number) => void): void {
  if (start.button !== 0) return;
  const { clientX, clientY, pointerId, currentTarget } = start;
  let moves = false;
  const move = (event: globalThis.PointerEvent) => {
    const [x, y] = [event.clientX - clientX, event.clientY - clientY];
    moves ||= Math.hypot(x, y) >= LEAST_DRAG_PX;
    if (moves) run(x, y);
  };
  const end = () => {
    currentTarget.removeEventListener("pointermove", move);
    currentTarget.removeEventListener("pointerup", end);
    currentTarget.removeEventListener("pointercancel", end);
  };
  currentTarget.setPointerCapture(pointerId);
  currentTarget.addEventListener("pointermove", move);
  currentTarget.addEventListener("pointerup", end);
  currentTarget.addEventListener("pointercancel", end);
}

/** The whole page is in full screen, so that notices and dialogs are seen. Where the browser refuses, the window fills the page. */
function useFullScreen(isWanted: boolean, onLeft: () => void): void {
  const latest = useRef(onLeft);
  useEffect(() => {
    latest.current = onLeft;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const root = document.documentElement;
    let isIn = false;
    void root.requestFullscreen?.().then(
      () => {
        isIn = true;
      },
      () => undefined,
    );
    const change = () => {
      if (isIn && document.fullscreenElement === null) latest.current();
    };
    document.addEventListener("fullscreenchange", change);
    return () => {
      document.removeEventListener("fullscreenchange", change);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isWanted]);
}

function readPlace(text: string | null): WindowPlace {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (typeof found !== "object" || found === null || !("layout" in found) || !("box" in found)) return FIRST_PLACE;
    const layout = LAYOUTS.find((one) => one === found.layout);
    const { box } = found;
    if (layout === undefined || typeof box !== "object" || box === null) return FIRST_PLACE;
    const of = (name: string): number => {
      const value: unknown = new Map<string, unknown>(Object.entries(box)).get(name);
      return typeof value === "number" && Number.isFinite(value) ? value : Number.NaN;
    };
    const read = { x: of("x"), y: of("y"), width: of("width"), height: of("height") };
    if (Object.values(read).some(Number.isNaN)) return FIRST_PLACE;
    // It may have been kept on a larger screen.
    return { layout, box: stepPlace({ layout, box: read }, { type: "moved", x: read.x, y: read.y }, screenNow()).box };
  } catch {
    return FIRST_PLACE;
  }
}

import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import type { Moving, Taken } from "../../shared/phone/moving.ts";

const CONTACTS = ["pointerenter", "pointerdown"] as const;

/** Makes the element of a call draggable; set up at the first hover or touch. `taken`: null while it cannot be moved. */
export function useCallDrag(
  box: RefObject<HTMLElement | null>,
  { moving, taken, label }: { readonly moving: Moving; readonly taken: Taken | null; readonly label: string },
): void {
  const latest = useRef({ taken, label });
  useEffect(() => {
    latest.current = { taken, label };
  });
  const movable = taken !== null;
  useEffect(() => {
    const element = box.current;
    if (element === null || !movable) return undefined;
    let stop: (() => void) | null = null;
    let left = false;
    let asked = false;
    const join = async () => {
      const { joinCallDrag } = await import("./drag.ts");
      if (left) return;
      stop = joinCallDrag({
        element,
        moving,
        taken: () => latest.current.taken,
        label: () => latest.current.label,
      });
    };
    const touch = () => {
      if (asked) return;
      asked = true;
      join().catch(() => {
        asked = false; // the next hover or touch tries again; `Move to…` does not need it
      });
    };
    for (const name of CONTACTS) element.addEventListener(name, touch);
    // MOVE-14: the pointer is there already, and does not enter again.
    if (element.matches(":hover")) touch();
    return () => {
      left = true;
      for (const name of CONTACTS) element.removeEventListener(name, touch);
      stop?.();
    };
  }, [box, moving, movable]);
}

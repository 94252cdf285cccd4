import { useEffect, useState } from "react";
import type { Readable } from "../../../shared/store.ts";
import { NO_SLOTS, settleSlots, stepSlots } from "./slots.model.ts";
import type { Slots, SlotsWanted } from "./slots.model.ts";

export interface SlotsOptions extends SlotsWanted {
  readonly scrolling: Readable<boolean>;
  /** A menu is anchored to one of the elements: they stay where they are. */
  readonly anchors: boolean;
  /** The person whose element must be kept, because it has the focus. */
  readonly kept: number | null;
  /** How many cards may get a new element in one frame. */
  readonly most: number;
}

/** Which element of the page shows which person, kept between renders. */
export function useSlots({ scrolling, anchors, kept, most, ...wanted }: SlotsOptions): Slots {
  const [slots, setSlots] = useState(NO_SLOTS);
  const next = stepSlots(slots, wanted);
  if (next !== slots) setSlots(next);
  const { shown, recycles } = wanted;
  useEffect(() => {
    if (anchors || !recycles) return undefined;
    let frame = 0;
    const settle = () => {
      cancelAnimationFrame(frame);
      if (scrolling.get()) return;
      frame = requestAnimationFrame(() => setSlots((before) => settleSlots(before, { shown, kept, most })));
    };
    settle();
    const stop = scrolling.subscribe(settle);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
    // Repeated until a step changes nothing.
  }, [scrolling, anchors, recycles, shown, kept, most, slots]);
  return next;
}

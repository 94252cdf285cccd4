import { useEffect, useState } from "react";
import type { Readable } from "../../../shared/store.ts";
import { NO_SLOTS, fillSlots, settleSlots, stepSlots } from "./slots.model.ts";
import type { Slots, SlotsWanted } from "./slots.model.ts";

export interface SlotsOptions extends SlotsWanted {
  readonly scrolling: Readable<boolean>;
  /** A menu is anchored to one of the elements: they stay where they are. */
  readonly anchors: boolean;
}

/** Which element of the page shows which person, kept between renders. */
export function useSlots({ scrolling, anchors, ...wanted }: SlotsOptions): Slots {
  const [slots, setSlots] = useState(NO_SLOTS);
  const next = stepSlots(slots, wanted);
  if (next !== slots) setSlots(next);
  const { shown, recycles, kept, most } = wanted;
  useEffect(() => {
    let frame = 0;
    const step = (before: Slots) => {
      const filled = fillSlots(before, { kept, most });
      const settles = filled === before && recycles && !anchors && !scrolling.get();
      return settles ? settleSlots(before, { shown, kept, most }) : filled;
    };
    const settle = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSlots(step));
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

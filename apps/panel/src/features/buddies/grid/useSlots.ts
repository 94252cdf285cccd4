import { useEffect, useState } from "react";
import { NO_SLOTS, settleSlots, stepSlots } from "./slots.model.ts";
import type { Slots, SlotsWanted } from "./slots.model.ts";

export interface SlotsOptions extends SlotsWanted {
  /** Scrolling has stopped. */
  readonly rests: boolean;
  /** The person whose element must be kept, because it has the focus. */
  readonly kept: number | null;
  /** How many cards may get a new element in one frame. */
  readonly most: number;
}

/** Which element of the page shows which person, kept between renders. */
export function useSlots({ rests, kept, most, ...wanted }: SlotsOptions): Slots {
  const [slots, setSlots] = useState(NO_SLOTS);
  const next = stepSlots(slots, wanted);
  if (next !== slots) setSlots(next);
  const { shown, recycles } = wanted;
  useEffect(() => {
    if (!rests || !recycles) return undefined;
    const frame = requestAnimationFrame(() => setSlots((before) => settleSlots(before, { shown, kept, most })));
    return () => cancelAnimationFrame(frame);
    // Repeated until a step changes nothing.
  }, [rests, recycles, shown, kept, most, slots]);
  return next;
}

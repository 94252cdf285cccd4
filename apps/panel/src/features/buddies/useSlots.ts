import { useEffect, useState } from "react";
import { NO_SLOTS, settleSlots, stepSlots } from "./slots.model.ts";
import type { Slots, SlotsWanted } from "./slots.model.ts";

export interface SlotsOptions extends SlotsWanted {
  /** Nothing is being scrolled. */
  readonly rests: boolean;
  /** Whose element may not be made anew: it has the focus. */
  readonly kept: number | null;
  /** So many cards may be drawn anew in a frame. */
  readonly most: number;
}

/** Which element of the page shows whom, from one drawing to the next. */
export function useSlots({ rests, kept, most, ...wanted }: SlotsOptions): Slots {
  const [slots, setSlots] = useState(NO_SLOTS);
  const next = stepSlots(slots, wanted);
  if (next !== slots) setSlots(next);
  const { shown, recycles } = wanted;
  useEffect(() => {
    if (!rests || !recycles) return undefined;
    const frame = requestAnimationFrame(() => setSlots((before) => settleSlots(before, { shown, kept, most })));
    return () => cancelAnimationFrame(frame);
    // Again after each step, until one changes nothing.
  }, [rests, recycles, shown, kept, most, slots]);
  return next;
}

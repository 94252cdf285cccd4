import type { LegId } from "../bridge/bridge.state.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import type { Reach } from "../call/reach.ts";
import type { RingDesk, RingPlan } from "../call/ring-plan.port.ts";

/** A ring plan for one number: starts with its first legs and rings those that replace them. */
export function planOf(reach: Reach, first: readonly CalleeLeg[], limitMs: number | undefined): RingPlan {
  const legs = new Set<LegId>(first.map(({ leg }) => leg.id));
  let desk: RingDesk | undefined;
  return {
    others: "told",
    limitMs,
    begin: (given) => {
      desk = given;
    },
    gone: (leg, cause) => {
      if (!legs.delete(leg)) return;
      const next = reach.after(leg, cause);
      for (const one of next) legs.add(one.leg.id);
      if (next.length > 0) desk?.ring(next);
      else if (legs.size === 0) desk?.exhausted(false);
    },
    asks: () => false,
    more: reach.more,
    end: ({ how }) => {
      if (how !== "taken") reach.close();
    },
  };
}

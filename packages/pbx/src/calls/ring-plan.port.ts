/** Who is rung while a call rings, where that is more than one person's phones at once: follow-me, outside lines one after the other. */
import type { Binding } from "../registrar/bindings.ts";
import type { LegId, Planned } from "./bridge.state.ts";
import type { CalleeLeg } from "./callee-leg.ts";
import type { GoneCause } from "./leg.model.ts";

export interface RingPlan extends Planned {
  /** How long the call may ring; undefined: the plan ends it. */
  readonly limitMs: number | undefined;
  /** The call rings from now on. */
  begin(desk: RingDesk): void;
  /** A phone that was offered refused, was lost, or did not accept. */
  gone(leg: LegId, cause: GoneCause): void;
  /** A phone has answered; true: whoever answered is asked first whether they take the call. */
  asks(leg: LegId): boolean;
  /** A phone has registered: the legs for it, where its owner is being rung. */
  more(binding: Binding): readonly CalleeLeg[];
  /** The ringing is over, and who has the call. Called once. */
  end(winner: LegId | undefined): void;
}

/** What a plan may do with a call that rings. */
export interface RingDesk {
  ring(candidates: readonly CalleeLeg[]): void;
  /** They stop ringing. They are not told as gone. */
  withdraw(legs: readonly LegId[]): void;
  /** Nobody else is rung; `rangOut` where somebody has been rung in vain. */
  exhausted(rangOut: boolean): void;
}

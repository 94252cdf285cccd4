/**
 * The order in which numbers ring when a call rings more than the phones of one person: follow-me, outside lines one after the
 * other.
 */
import type { Binding } from "../../registrar/bindings.ts";
import type { LegId, Planned, RingingEnd } from "../bridge/bridge.state.ts";
import type { CalleeLeg } from "../leg/callee-leg.ts";
import type { GoneCause, LegReason } from "../leg/leg.model.ts";

/** How the ringing ended, and which leg has the call. */
export type RingEnd = { readonly how: "taken"; readonly leg: LegId } | { readonly how: Exclude<RingingEnd, "taken"> };

/** Follows the ringing of a call. */
export interface RingFollower {
  /** The call starts to ring. */
  begin(desk: RingDesk): void;
  /** Called once. */
  end(end: RingEnd): void;
}

export interface RingPlan extends Planned, RingFollower {
  /** How long the call may ring; undefined: the plan ends it. */
  readonly limitMs: number | undefined;
  /** An offered phone refused, was lost, or did not accept. */
  gone(leg: LegId, cause: GoneCause): void;
  /** A phone has answered; true: the person is first asked whether they take the call. */
  asks(leg: LegId): boolean;
  /** A phone has registered: the legs for it, if its owner is being rung. */
  more(binding: Binding): readonly CalleeLeg[];
}

/** What a plan may do with a ringing call. */
export interface RingDesk {
  ring(candidates: readonly CalleeLeg[]): void;
  /** They stop ringing. `gone` is not called for them. */
  withdraw(legs: readonly LegId[]): void;
  /** The same, because their owner does not take the call: it counts as a refusal. */
  declineAt(legs: readonly LegId[]): void;
  /** No one else is rung; `rangOut`: someone was rung and did not answer. */
  exhausted(rangOut: boolean): void;
  /** The person does not take the call, or cannot be reached: it ends with this reason, and no phone of theirs rings on. */
  decline(reason: LegReason): void;
}

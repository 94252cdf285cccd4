/**
 * The bridge: one call, which joins two legs or serves one. Pure: `stepBridge` takes a state and an event and returns
 * the next state and the effects to run. Drawn in docs/spec/calls.md.
 */
import { stay } from "./bridge-effects.ts";
import { callerGone, finish, giveUp } from "./bridge-ending.ts";
import { stepParted } from "./bridge-parting.ts";
import { replace } from "./bridge-replacing.ts";
import { stepJoining, stepRinging, stepRouting } from "./bridge-ringing.ts";
import { stepServing, stepTalking } from "./bridge-talking.ts";
import type { BridgeEvent, BridgeState, BridgeStep } from "./bridge.state.ts";
import type { LegReason } from "../leg/leg.model.ts";

const SHUT_DOWN: LegReason = { status: 503, text: "Shutting down" };

/**
 * Ignored: an event about a leg that is not (or no longer) part of the bridge, and an event that is too late for the
 * phase.
 */
export function stepBridge(state: BridgeState, event: BridgeEvent): BridgeStep {
  if (state.phase === "ended") return stay(state);
  if (event.kind === "shutDown")
    return finish(state, { disposition: "failed", endedBy: "system", reason: "shutdown", status: 503 }, SHUT_DOWN);
  if (event.kind === "replaced") return replace(state, event);
  if (state.phase === "parted") return stepParted(state, event);
  if (event.kind === "gone" && event.leg === state.caller) return callerGone(state, event.cause);
  if (event.kind === "givenUp") return giveUp(state);
  switch (state.phase) {
    case "routing":
      return stepRouting(state, event);
    case "ringing":
      return stepRinging(state, event);
    case "joining":
      return stepJoining(state, event);
    case "talking":
      return stepTalking(state, event);
    case "serving":
      return stepServing(state, event);
  }
}

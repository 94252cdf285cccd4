/**
 * The bridge: one call, which joins legs or serves one. Pure: `stepBridge` takes a state and an event and gives the next state
 * and what is to be done. Drawn in docs/spec/calls.md.
 */
import { stay } from "./bridge-effects.ts";
import { callerGone, finish, giveUp } from "./bridge-ending.ts";
import { stepParted } from "./bridge-parting.ts";
import { replace } from "./bridge-replacing.ts";
import { stepJoining, stepRinging, stepRouting } from "./bridge-ringing.ts";
import { stepServing, stepTalking } from "./bridge-talking.ts";
import type { BridgeEvent, BridgeState, BridgeStep } from "./bridge.state.ts";
import type { LegReason } from "./leg.model.ts";

const SHUT_DOWN: LegReason = { status: 503, text: "Shutting down" };

/** An event about a leg that is no part of the bridge (any more), or late in its phase, changes nothing. */
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

/** Effects that are used in every phase of a bridge. */
import type { BridgeEffect, BridgeState, BridgeStep, LegId, Sound } from "./bridge.state.ts";
import type { LegReason } from "../leg/leg.model.ts";

export function hangUp(leg: LegId, reason: LegReason): BridgeEffect {
  return { kind: "command", leg, command: { kind: "hangUp", reason } };
}

export function hear(leg: LegId, sound: Sound): BridgeEffect {
  return { kind: "hear", leg, sound };
}

export function stay(state: BridgeState): BridgeStep {
  return { state, effects: [] };
}

export function go(state: BridgeState, ...effects: readonly BridgeEffect[]): BridgeStep {
  return { state, effects };
}

/**
 * A leg replaces another leg of the same person in a bridge (RFC 3891): after a reload, in another tab, on another
 * device.
 */
import { go, hangUp, hear, stay } from "./bridge-effects.ts";
import {
  sideOf,
  stayerOf,
  type BridgeEffect,
  type BridgeEvent,
  type BridgeState,
  type BridgeStep,
  type LegId,
} from "./bridge.state.ts";
import { soundOf } from "./bridge-talking.ts";
import type { LegReason } from "../leg/leg.model.ts";

type Replaced = BridgeEvent & { kind: "replaced" };

const REPLACED: LegReason = { status: 200, text: "Replaced" };

/** Whether a leg can be replaced now: it is up, and its media is not being negotiated. */
export function mayReplace(state: BridgeState, leg: LegId): boolean {
  switch (state.phase) {
    case "talking":
      return sideOf(state, leg) !== undefined;
    case "serving":
      return leg === state.caller;
    case "parted":
      return leg === stayerOf(state);
    case "routing":
    case "ringing":
      return state.guest && leg === state.caller;
    case "joining":
    case "ended":
      return false;
  }
}

/** The new leg is answered and hears what the old leg heard. Its offer may already put the call on hold. */
export function replace(state: BridgeState, event: Replaced): BridgeStep {
  if (!mayReplace(state, event.old)) return stay(state);
  const { old, by } = event;
  const swap = (next: BridgeState, ...sounds: readonly BridgeEffect[]): BridgeStep =>
    go(next, answer(by, state.phase === "parted" && event.held), ...sounds, hangUp(old, REPLACED), {
      kind: "announce",
      what: "reattached",
      leg: by,
    });

  switch (state.phase) {
    case "talking":
      return replaceTalker(state, event);
    case "serving":
      return swap({ ...state, caller: by }, { kind: "serve", leg: by });
    case "parted": {
      const stayer = state.away === "caller" ? "callee" : "caller";
      const held = { ...state.held, [stayer]: event.held };
      return swap({ ...state, [stayer]: by, held }, hear(by, { kind: "silence" }));
    }
    case "routing":
      return swap({ ...state, caller: by });
    case "ringing":
      return swap({ ...state, caller: by }, hear(by, { kind: "ringback" }));
    case "joining":
    case "ended":
      return stay(state);
  }
}

/** With its hold from the first event on: nothing reports it later. A service is told of it by the leg. */
const answer = (leg: LegId, held: boolean): BridgeEffect => ({
  kind: "command",
  leg,
  command: { kind: "answer", held },
});

function replaceTalker(state: BridgeState & { phase: "talking" }, { old, by, held }: Replaced): BridgeStep {
  const side = old === state.caller ? "caller" : "callee";
  const next = { ...state, [side]: by, held: { ...state.held, [side]: held } };
  const turned: readonly BridgeEffect[] =
    held === state.held[side] ? [] : [{ kind: "announce", what: held ? "held" : "resumed", leg: by }];
  return go(
    next,
    answer(by, held),
    ...soundOf(next),
    hangUp(old, REPLACED),
    { kind: "announce", what: "reattached", leg: by },
    ...turned,
  );
}

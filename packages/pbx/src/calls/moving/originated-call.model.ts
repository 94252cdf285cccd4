/** A person's own phones ring before there is a call: pure, like leg.model.ts and bridge.model.ts. */
import type { LegId } from "../bridge/bridge.state.ts";
import { bestRefusal } from "../leg/refusal.ts";

export type OriginatedCallState =
  | {
      readonly phase: "ringing";
      readonly candidates: readonly LegId[];
      readonly rung: boolean;
      readonly refusals: readonly number[];
    }
  /** Answered; its SDP answer is being applied. */
  | { readonly phase: "fitting"; readonly leg: LegId }
  /** Answered and handed over, or failed. */
  | { readonly phase: "over" };

export type OriginatedCallEvent =
  | { readonly kind: "rang"; readonly leg: LegId }
  | { readonly kind: "answered"; readonly leg: LegId }
  /** Legs that replace one that has ended, sent before its `gone`: another outside line. */
  | { readonly kind: "more"; readonly legs: readonly LegId[] }
  | { readonly kind: "gone"; readonly leg: LegId; readonly status: number }
  /** The person who gave the command cancelled it, or somebody else has answered. */
  | { readonly kind: "cancelled"; readonly why?: "elsewhere" | undefined }
  | { readonly kind: "fitted" }
  | { readonly kind: "unfit" }
  | { readonly kind: "noAnswer" }
  | { readonly kind: "shutDown" };

export type OriginatedCallEffect =
  | { readonly kind: "announceRinging"; readonly leg: LegId }
  | { readonly kind: "callOff"; readonly leg: LegId; readonly why: CallOff }
  | { readonly kind: "fit"; readonly leg: LegId }
  | { readonly kind: "handOn"; readonly leg: LegId }
  /** No one answered: the status that stands for all phones. */
  | { readonly kind: "fail"; readonly status: number; readonly why: Exclude<CallOff, "elsewhere"> | "refused" };

export type CallOff = "elsewhere" | "noAnswer" | "cancelled" | "shutDown" | "unfit";

export interface OriginatedCallStep {
  readonly state: OriginatedCallState;
  readonly effects: readonly OriginatedCallEffect[];
}

const OVER: OriginatedCallState = { phase: "over" };
const STATUS_OF = { noAnswer: 480, cancelled: 487, unfit: 488, shutDown: 503 } as const;

export function originatedCallFor(candidates: readonly LegId[]): OriginatedCallState {
  return { phase: "ringing", candidates, rung: false, refusals: [] };
}

export function stepOriginatedCall(state: OriginatedCallState, event: OriginatedCallEvent): OriginatedCallStep {
  switch (state.phase) {
    case "ringing":
      return stepRinging(state, event);
    case "fitting":
      return stepFitting(state, event);
    case "over":
      return { state, effects: [] };
  }
}

function stepRinging(
  state: OriginatedCallState & { phase: "ringing" },
  event: OriginatedCallEvent,
): OriginatedCallStep {
  const { candidates } = state;
  const callOff = (legs: readonly LegId[], why: CallOff): readonly OriginatedCallEffect[] =>
    legs.map((leg) => ({ kind: "callOff", leg, why }));
  switch (event.kind) {
    case "rang":
      if (state.rung || !candidates.includes(event.leg)) return { state, effects: [] };
      return { state: { ...state, rung: true }, effects: [{ kind: "announceRinging", leg: event.leg }] };
    case "answered": {
      if (!candidates.includes(event.leg)) return { state, effects: [] };
      const others = candidates.filter((leg) => leg !== event.leg);
      return {
        state: { phase: "fitting", leg: event.leg },
        effects: [...callOff(others, "elsewhere"), { kind: "fit", leg: event.leg }],
      };
    }
    case "more":
      return { state: { ...state, candidates: [...candidates, ...event.legs] }, effects: [] };
    case "gone": {
      if (!candidates.includes(event.leg)) return { state, effects: [] };
      const left = candidates.filter((leg) => leg !== event.leg);
      const refusals = [...state.refusals, event.status];
      if (left.length > 0 && event.status < 600)
        return { state: { ...state, candidates: left, refusals }, effects: [] };
      const fail: OriginatedCallEffect = { kind: "fail", status: bestRefusal(refusals), why: "refused" };
      return { state: OVER, effects: [...callOff(left, "elsewhere"), fail] };
    }
    case "noAnswer":
    case "cancelled":
    case "shutDown": {
      const status = STATUS_OF[event.kind];
      const why = event.kind === "cancelled" ? (event.why ?? event.kind) : event.kind;
      return {
        state: OVER,
        effects: [...callOff(candidates, why), { kind: "fail", status, why: event.kind }],
      };
    }
    default:
      return { state, effects: [] };
  }
}

function stepFitting(
  state: OriginatedCallState & { phase: "fitting" },
  event: OriginatedCallEvent,
): OriginatedCallStep {
  const { leg } = state;
  switch (event.kind) {
    case "fitted":
      return { state: OVER, effects: [{ kind: "handOn", leg }] };
    case "gone":
      if (event.leg !== leg) return { state, effects: [] };
      return { state: OVER, effects: [{ kind: "fail", status: event.status, why: "refused" }] };
    case "unfit":
    case "cancelled":
    case "shutDown": {
      const status = STATUS_OF[event.kind];
      return {
        state: OVER,
        effects: [
          { kind: "callOff", leg, why: event.kind },
          { kind: "fail", status, why: event.kind },
        ],
      };
    }
    default:
      return { state, effects: [] };
  }
}

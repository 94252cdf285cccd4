/** What a bridge may be in, hear and do: the words of bridge.model.ts. */
import type { Disposition } from "@callpanel/phone-port";
import type { GoneCause, LegCommand, LegReason } from "./leg.model.ts";

export type LegId = string;

/** Who or what a caller is put through to. */
export type JoinTarget = { readonly kind: "leg"; readonly leg: LegId } | { readonly kind: "service" };

export interface Held {
  readonly caller: boolean;
  readonly callee: boolean;
}

export type BridgeState =
  /**
   * The number is being resolved and the callee's legs opened. A `guest` was moved here and goes back where this fails. With
   * `onward` it is routed anew instead, once: somebody's voicemail.
   */
  | { readonly phase: "routing"; readonly caller: LegId; readonly guest: boolean; readonly onward?: true }
  | {
      readonly phase: "ringing";
      readonly caller: LegId;
      readonly guest: boolean;
      readonly onward?: true;
      /** Empty while a phone that lost its connection may come back, or the plan has none to ring. */
      readonly candidates: readonly LegId[];
      readonly rung: boolean;
      /** Whether a plan may bring further phones (ring-plan.port.ts). */
      readonly plan: "none" | "open";
      /** What phones that are called off are told once somebody has answered. */
      readonly calledOff: LegReason;
      /** Statuses of the candidates that have refused. */
      readonly refusals: readonly number[];
    }
  /** Answered; the caller's answer is being fitted to the callee's codec. */
  | { readonly phase: "joining"; readonly caller: LegId; readonly guest: boolean; readonly target: JoinTarget }
  | { readonly phase: "talking"; readonly caller: LegId; readonly callee: LegId; readonly held: Held }
  /** One side has moved to another bridge and may come back; the other waits. */
  | {
      readonly phase: "parted";
      readonly caller: LegId;
      readonly callee: LegId;
      readonly held: Held;
      readonly away: "caller" | "callee";
    }
  /** The system itself is there for a lone caller: an echo, music, a room (service.ts). */
  | { readonly phase: "serving"; readonly caller: LegId }
  | { readonly phase: "ended"; readonly end: BridgeEnd };

export interface Planned {
  /** Whether phones that are called off are told that somebody else has the call, and so show none that was missed. */
  readonly others: "told" | "untold";
}

export interface BridgeEnd {
  readonly disposition: Disposition;
  readonly endedBy: "caller" | "callee" | "system";
  readonly reason: string;
  /** What the caller was last told. */
  readonly status: number;
}

export type BridgeEvent =
  | { readonly kind: "refused"; readonly reason: LegReason } // by the dial plan or a limit
  /** There is somewhere for a caller who reaches nobody. */
  | { readonly kind: "secured" }
  | { readonly kind: "dialled"; readonly candidates: readonly LegId[]; readonly plan?: Planned | undefined }
  /** A phone of the callee's came while the others ring, or after the last was lost. */
  | { readonly kind: "offered"; readonly candidates: readonly LegId[] }
  /** None came back. */
  | { readonly kind: "nobodyBack" }
  /** The plan has let them ring for long enough. */
  | { readonly kind: "withdrawn"; readonly legs: readonly LegId[] }
  /** The plan has nobody else; `rangOut` where somebody has been rung in vain. */
  | { readonly kind: "exhausted"; readonly rangOut: boolean }
  | { readonly kind: "put" } // a service is there for the caller
  | { readonly kind: "rang"; readonly leg: LegId }
  | { readonly kind: "answered"; readonly leg: LegId }
  /** What rings is sent elsewhere by somebody. */
  | { readonly kind: "rerouted" }
  /** Somebody else takes the call that rings. */
  | { readonly kind: "picked"; readonly leg: LegId }
  | { readonly kind: "fitted" }
  | { readonly kind: "unfit" }
  | { readonly kind: "gone"; readonly leg: LegId; readonly cause: GoneCause }
  | { readonly kind: "holding"; readonly leg: LegId; readonly held: boolean }
  | { readonly kind: "noAnswer" }
  /** `by` takes the place of `old` (RFC 3891); its media is fitted already. */
  | { readonly kind: "replaced"; readonly old: LegId; readonly by: LegId; readonly held: boolean }
  /** A leg of another bridge comes to talk with the caller, who came before it. */
  | { readonly kind: "met"; readonly leg: LegId }
  /** A leg moves to another bridge … */
  | { readonly kind: "left"; readonly leg: LegId }
  /** … and is back, perhaps as another leg of the same person, */
  | { readonly kind: "returned"; readonly leg: LegId }
  /** or stays there, */
  | { readonly kind: "settled" }
  /** or has ended there. */
  | { readonly kind: "lost"; readonly cause: GoneCause }
  /** The caller's user gives the call up for a transfer. */
  | { readonly kind: "givenUp" }
  /** The service has done with the caller. */
  | { readonly kind: "dismissed"; readonly reason: LegReason }
  | { readonly kind: "shutDown" };

export type Sound =
  | { readonly kind: "leg"; readonly leg: LegId }
  | { readonly kind: "music" }
  | { readonly kind: "ringback" }
  | { readonly kind: "silence" };

export type BridgeEffect =
  | { readonly kind: "order"; readonly leg: LegId; readonly command: LegCommand }
  | { readonly kind: "fit"; readonly target: JoinTarget }
  | { readonly kind: "startNoAnswer" }
  /** The ringing is over, however it ended. */
  | { readonly kind: "stopNoAnswer" }
  /** The last phone has lost its connection, perhaps for a moment. */
  | { readonly kind: "awaitReturn" }
  | { readonly kind: "hear"; readonly leg: LegId; readonly sound: Sound }
  /** The service takes the leg. */
  | { readonly kind: "serve"; readonly leg: LegId }
  | { readonly kind: "announce"; readonly what: Announcement; readonly leg: LegId }
  | { readonly kind: "finish"; readonly end: BridgeEnd }
  /** Nobody was reached, and the caller goes where there is somewhere for them. */
  | { readonly kind: "goOnward"; readonly reason: LegReason }
  /** A guest goes back to where it came from. */
  | { readonly kind: "handBack"; readonly leg: LegId; readonly end: BridgeEnd };

export type Announcement = "ringing" | "answered" | "held" | "resumed" | "left" | "returned" | "reattached" | "met";

export interface BridgeStep {
  readonly state: BridgeState;
  readonly effects: readonly BridgeEffect[];
}

export type Live = Exclude<BridgeState, { phase: "ended" }>;
export type In<P extends BridgeState["phase"]> = Extract<BridgeState, { phase: P }>;

export function bridgeFor(caller: LegId, origin: "placed" | "moved" = "placed"): BridgeState {
  return { phase: "routing", caller, guest: origin === "moved" };
}

/** The legs that belong to the bridge now. */
export function legsOf(state: BridgeState): readonly LegId[] {
  switch (state.phase) {
    case "routing":
    case "serving":
      return [state.caller];
    case "ringing":
      return [state.caller, ...state.candidates];
    case "joining":
      return state.target.kind === "leg" ? [state.caller, state.target.leg] : [state.caller];
    case "talking":
      return [state.caller, state.callee];
    case "parted":
      return [stayerOf(state)];
    case "ended":
      return [];
  }
}

/** The one who stays while the other is away. */
export function stayerOf({ caller, callee, away }: In<"parted">): LegId {
  return away === "caller" ? callee : caller;
}

export function sideOf(state: In<"talking">, leg: LegId): "caller" | "callee" | undefined {
  if (leg === state.caller) return "caller";
  return leg === state.callee ? "callee" : undefined;
}

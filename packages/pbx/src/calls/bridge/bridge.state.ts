/** States, events and effects of a bridge: the types of bridge.model.ts. */
import type { Disposition } from "@callpanel/phone-port";
import type { GoneCause, LegCommand, LegReason } from "../leg/leg.model.ts";

export type LegId = string;

/** What a caller is connected to. */
export type JoinTarget = { readonly kind: "leg"; readonly leg: LegId } | { readonly kind: "service" };

export interface Held {
  readonly caller: boolean;
  readonly callee: boolean;
}

export type BridgeState =
  /**
   * The number is being resolved and the callee's legs are opened. A `guest` was moved here and goes back if this
   * fails. With `onward` a failed call is routed once more, to the person's voicemail.
   */
  | { readonly phase: "routing"; readonly caller: LegId; readonly guest: boolean; readonly onward?: true }
  | {
      readonly phase: "ringing";
      readonly caller: LegId;
      readonly guest: boolean;
      readonly onward?: true;
      /** Empty while a phone that lost its connection may come back, or while the plan has no phone to ring. */
      readonly candidates: readonly LegId[];
      readonly rung: boolean;
      /** Whether a plan may add phones (ring-plan.port.ts). */
      readonly plan: "none" | "open";
      /** The reason sent to the phones that are cancelled when another phone has answered. */
      readonly calledOff: LegReason;
      /** Statuses with which candidates have refused. */
      readonly refusals: readonly Pick<LegReason, "status" | "q850Cause">[];
    }
  /**
   * Answered; the caller's media is being negotiated to match the callee's codec. A caller who was `served` returns to
   * the service if this fails.
   */
  | {
      readonly phase: "joining";
      readonly caller: LegId;
      readonly guest: boolean;
      readonly served?: true;
      readonly target: JoinTarget;
    }
  | { readonly phase: "talking"; readonly caller: LegId; readonly callee: LegId; readonly held: Held }
  /** One side has moved to another bridge and may come back; the other side waits. */
  | {
      readonly phase: "parted";
      readonly caller: LegId;
      readonly callee: LegId;
      readonly held: Held;
      readonly away: "caller" | "callee";
    }
  /**
   * The system itself serves a single caller: echo, music, a room (service.ts). A queue rings phones meanwhile
   * (`candidates`).
   */
  | { readonly phase: "serving"; readonly caller: LegId; readonly candidates: readonly LegId[] }
  | { readonly phase: "ended"; readonly end: BridgeEnd };

export interface Planned {
  /** Whether cancelled phones get "completed elsewhere", so that they do not show a missed call. */
  readonly others: "told" | "untold";
  /** The caller hears ring-back from the start, before any phone rings. */
  readonly alerts?: true;
}

export interface BridgeEnd {
  readonly disposition: Disposition;
  readonly endedBy: "caller" | "callee" | "system";
  readonly reason: string;
  /** The last status sent to the caller. */
  readonly status: number;
}

export type BridgeEvent =
  | { readonly kind: "refused"; readonly reason: LegReason } // by the dial plan or a limit
  /** A caller who reaches no one has another destination. */
  | { readonly kind: "secured" }
  | { readonly kind: "dialled"; readonly candidates: readonly LegId[]; readonly plan?: Planned | undefined }
  /** Another phone of the callee registered while the others ring, or after the last one was lost. */
  | { readonly kind: "offered"; readonly candidates: readonly LegId[] }
  /** No lost phone came back. */
  | { readonly kind: "nobodyBack" }
  /** The ringing time that the plan sets for these legs is over, or the service stops them for another reason. */
  | { readonly kind: "withdrawn"; readonly legs: readonly LegId[]; readonly reason?: LegReason }
  /** A person does not take the call at these phones of theirs; the plan decides what comes next. */
  | { readonly kind: "declinedAt"; readonly legs: readonly LegId[] }
  /** The person does not take the call, or cannot be reached, whatever their phones do. */
  | { readonly kind: "declined"; readonly reason: LegReason }
  /** The plan has no one else to ring; `rangOut`: someone was rung and did not answer. */
  | { readonly kind: "exhausted"; readonly rangOut: boolean }
  | { readonly kind: "put" } // a service is there for the caller
  | { readonly kind: "rang"; readonly leg: LegId }
  | { readonly kind: "answered"; readonly leg: LegId }
  /** A person redirects the call while it rings. */
  | { readonly kind: "rerouted" }
  /** Another person picks up the ringing call. */
  | { readonly kind: "picked"; readonly leg: LegId }
  | { readonly kind: "fitted" }
  | { readonly kind: "unfit"; readonly reason: LegReason }
  | { readonly kind: "gone"; readonly leg: LegId; readonly cause: GoneCause }
  | { readonly kind: "holding"; readonly leg: LegId; readonly held: boolean }
  | { readonly kind: "noAnswer" }
  /** `by` replaces `old` (RFC 3891); its media is already negotiated. */
  | { readonly kind: "replaced"; readonly old: LegId; readonly by: LegId; readonly held: boolean }
  /** A leg of another bridge is joined with the caller, who arrived here first. */
  | { readonly kind: "met"; readonly leg: LegId }
  /** A leg moves to another bridge … */
  | { readonly kind: "left"; readonly leg: LegId }
  /** … and comes back, possibly as another leg of the same person, */
  | { readonly kind: "returned"; readonly leg: LegId }
  /** or stays there, */
  | { readonly kind: "settled" }
  /** or has ended there. */
  | { readonly kind: "lost"; readonly cause: GoneCause }
  /** The caller's user drops the call to complete a transfer. */
  | { readonly kind: "givenUp" }
  /** The service ends the call of its caller. */
  | { readonly kind: "dismissed"; readonly reason: LegReason }
  | { readonly kind: "shutDown" };

export type Sound =
  | { readonly kind: "leg"; readonly leg: LegId }
  | { readonly kind: "music" }
  | { readonly kind: "ringback" }
  | { readonly kind: "silence" };

export type BridgeEffect =
  | { readonly kind: "command"; readonly leg: LegId; readonly command: LegCommand }
  | { readonly kind: "fit"; readonly target: JoinTarget }
  | { readonly kind: "startNoAnswer" }
  /** The ringing is over, with any result. */
  | { readonly kind: "stopNoAnswer"; readonly how: RingingEnd }
  /** The last phone lost its connection, possibly only for a moment. */
  | { readonly kind: "awaitReturn" }
  | { readonly kind: "hear"; readonly leg: LegId; readonly sound: Sound }
  /** The service takes over the leg. */
  | { readonly kind: "serve"; readonly leg: LegId }
  /** A phone that the service rang cannot talk to the caller, who stays with the service. */
  | { readonly kind: "notJoined"; readonly leg: LegId; readonly why: "gone" | "unfit" }
  | { readonly kind: "announce"; readonly what: Announcement; readonly leg: LegId }
  | { readonly kind: "finish"; readonly end: BridgeEnd }
  /** The call reached no one; the caller is sent to the onward destination. */
  | { readonly kind: "goOnward"; readonly reason: LegReason }
  /** A guest returns to where it came from. */
  | { readonly kind: "handBack"; readonly leg: LegId; readonly end: BridgeEnd };

/** A phone has the call, the person has sent it on or refused it, or no one has it. */
export type RingingEnd = "taken" | "sentOn" | "declined" | "over";

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

/** The legs that are part of the bridge now. */
export function legsOf(state: BridgeState): readonly LegId[] {
  switch (state.phase) {
    case "routing":
      return [state.caller];
    case "serving":
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

/** The leg that stays while the other is in another bridge. */
export function stayerOf({ caller, callee, away }: In<"parted">): LegId {
  return away === "caller" ? callee : caller;
}

export function sideOf(state: In<"talking">, leg: LegId): "caller" | "callee" | undefined {
  if (leg === state.caller) return "caller";
  return leg === state.callee ? "callee" : undefined;
}

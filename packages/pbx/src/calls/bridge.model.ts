/**
 * The bridge: one call, which joins legs or serves one. Pure: `stepBridge` takes a state and an event and gives the next state
 * and what is to be done. Drawn in docs/spec/calls.md.
 */
import type { Disposition } from "../ports.ts";
import { CALL_ENDED, farReason, statusOf, wordOf } from "./gone-cause.ts";
import type { GoneCause, LegCommand, LegReason } from "./leg.model.ts";
import { bestRefusal, dispositionOf, refusalOf } from "./refusal.ts";

export type LegId = string;

/** What the system itself plays to a lone caller (spec 2 §9: echo *43, moh *86). */
export type Service = "echo" | "music";

/** Who or what a caller is put through to. */
export type JoinTarget =
  | { readonly kind: "leg"; readonly leg: LegId }
  | { readonly kind: "service"; readonly service: Service };

export interface Held {
  readonly caller: boolean;
  readonly callee: boolean;
}

export type BridgeState =
  /** The number is being resolved and the callee's legs opened. A `guest` was moved here and goes back where this fails. */
  | { readonly phase: "routing"; readonly caller: LegId; readonly guest: boolean }
  | {
      readonly phase: "ringing";
      readonly caller: LegId;
      readonly guest: boolean;
      readonly candidates: readonly LegId[];
      readonly rung: boolean;
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
  | { readonly phase: "serving"; readonly caller: LegId; readonly service: Service }
  | { readonly phase: "ended"; readonly end: BridgeEnd };

export interface BridgeEnd {
  readonly disposition: Disposition;
  readonly endedBy: "caller" | "callee" | "system";
  readonly reason: string;
  /** What the caller was last told. */
  readonly status: number;
}

export type BridgeEvent =
  | { readonly kind: "refused"; readonly reason: LegReason } // by the dial plan or a limit
  | { readonly kind: "dialled"; readonly candidates: readonly LegId[] }
  | { readonly kind: "put"; readonly service: Service }
  | { readonly kind: "rang"; readonly leg: LegId }
  | { readonly kind: "answered"; readonly leg: LegId }
  | { readonly kind: "fitted" }
  | { readonly kind: "unfit" }
  | { readonly kind: "gone"; readonly leg: LegId; readonly cause: GoneCause }
  | { readonly kind: "holding"; readonly leg: LegId; readonly held: boolean }
  | { readonly kind: "noAnswer" }
  /** `by` takes the place of `old` (RFC 3891); its media is fitted already. */
  | { readonly kind: "replaced"; readonly old: LegId; readonly by: LegId }
  /** A leg of another bridge comes to talk with the caller, who came before it. */
  | { readonly kind: "met"; readonly leg: LegId }
  /** A leg moves to another bridge … */
  | { readonly kind: "left"; readonly leg: LegId }
  /** … and is back, */
  | { readonly kind: "returned" }
  /** or stays there, */
  | { readonly kind: "settled" }
  /** or has ended there. */
  | { readonly kind: "lost"; readonly cause: GoneCause }
  /** The caller's user gives the call up for a transfer. */
  | { readonly kind: "givenUp" }
  | { readonly kind: "shutDown" };

export type Sound =
  | { readonly kind: "leg"; readonly leg: LegId }
  | { readonly kind: "music" }
  | { readonly kind: "ringback" }
  | { readonly kind: "silence" }
  | { readonly kind: "echo" };

export type BridgeEffect =
  | { readonly kind: "order"; readonly leg: LegId; readonly command: LegCommand }
  | { readonly kind: "fit"; readonly target: JoinTarget }
  | { readonly kind: "startNoAnswer" }
  | { readonly kind: "stopNoAnswer" }
  | { readonly kind: "hear"; readonly leg: LegId; readonly sound: Sound }
  | { readonly kind: "announce"; readonly what: Announcement; readonly leg: LegId }
  | { readonly kind: "finish"; readonly end: BridgeEnd }
  /** A guest goes back to where it came from. */
  | { readonly kind: "handBack"; readonly leg: LegId; readonly end: BridgeEnd };

export type Announcement = "ringing" | "answered" | "held" | "resumed" | "left" | "returned";

export interface BridgeStep {
  readonly state: BridgeState;
  readonly effects: readonly BridgeEffect[];
}

const NOBODY_HELD: Held = { caller: false, callee: false };
const ELSEWHERE: LegReason = { status: 200, text: "Call completed elsewhere" }; // RFC 3326 §3.1
const NO_ANSWER: LegReason = { status: 480, text: "No answer", q850Cause: 19 };
const UNFIT: LegReason = { status: 488, text: "No common media" };
const SHUT_DOWN: LegReason = { status: 503, text: "Shutting down" };
const REPLACED: LegReason = { status: 200, text: "Replaced" };
const TRANSFERRED: LegReason = { status: 200, text: "Call transferred" };
const GIVEN_UP: LegReason = { status: 487, text: "Request Terminated" };

export function bridgeFor(caller: LegId, origin: "placed" | "moved" = "placed"): BridgeState {
  return { phase: "routing", caller, guest: origin === "moved" };
}

/** An event about a leg that is no part of the bridge (any more), or late in its phase, changes nothing. */
export function stepBridge(state: BridgeState, event: BridgeEvent): BridgeStep {
  if (state.phase === "ended") return stay(state);
  if (event.kind === "shutDown")
    return finish(state, { disposition: "failed", endedBy: "system", reason: "shutdown", status: 503 }, SHUT_DOWN);
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
      return event.kind === "left" && event.leg === state.caller ? leaveService(state.caller) : stay(state);
  }
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

type Live = Exclude<BridgeState, { phase: "ended" }>;
type In<P extends BridgeState["phase"]> = Extract<BridgeState, { phase: P }>;

function stepRouting(state: In<"routing">, event: BridgeEvent): BridgeStep {
  switch (event.kind) {
    case "refused":
      return refuse(state, event.reason);
    case "dialled":
      if (event.candidates.length === 0) return refuse(state, refusalOf(480));
      return go(
        { ...state, phase: "ringing", candidates: event.candidates, rung: false, refusals: [] },
        { kind: "startNoAnswer" },
        // Whoever places a call makes their own ring-back; a guest's phone knows of no call.
        ...(state.guest ? [hear(state.caller, { kind: "ringback" })] : []),
      );
    case "put": {
      const target: JoinTarget = { kind: "service", service: event.service };
      return go({ ...state, phase: "joining", target }, { kind: "fit", target });
    }
    case "met":
      return join(state.caller, event.leg);
    default:
      return stay(state);
  }
}

function stepRinging(state: In<"ringing">, event: BridgeEvent): BridgeStep {
  switch (event.kind) {
    case "rang":
      if (state.rung || !state.candidates.includes(event.leg)) return stay(state);
      return go(
        { ...state, rung: true },
        { kind: "order", leg: state.caller, command: { kind: "ring" } },
        { kind: "announce", what: "ringing", leg: event.leg },
      );
    case "answered":
      return state.candidates.includes(event.leg) ? pick(state, event.leg) : stay(state);
    case "gone":
      return candidateGone(state, event);
    case "noAnswer":
      return fail(state, { disposition: "noAnswer", endedBy: "system", reason: "no answer", status: 480 }, NO_ANSWER);
    default:
      return stay(state);
  }
}

/** The first who answers has the call; the others stop ringing. */
function pick(state: In<"ringing">, leg: LegId): BridgeStep {
  const target: JoinTarget = { kind: "leg", leg };
  const others = state.candidates.filter((one) => one !== leg);
  return go(
    { phase: "joining", caller: state.caller, guest: state.guest, target },
    { kind: "stopNoAnswer" },
    ...others.map((one) => hangUp(one, ELSEWHERE)),
    { kind: "fit", target },
  );
}

function candidateGone(state: In<"ringing">, event: BridgeEvent & { kind: "gone" }): BridgeStep {
  if (!state.candidates.includes(event.leg)) return stay(state);
  const status = statusOf(event.cause);
  const next = {
    ...state,
    candidates: state.candidates.filter((one) => one !== event.leg),
    refusals: [...state.refusals, status],
  };
  // A 6xx speaks for all the callee's phones (RFC 3261 §16.7 step 5).
  if (status < 600 && next.candidates.length > 0) return go(next);
  return refuse(next, refusalOf(bestRefusal(next.refusals)));
}

function stepJoining(state: In<"joining">, event: BridgeEvent): BridgeStep {
  const { caller, target } = state;
  switch (event.kind) {
    case "fitted":
      return target.kind === "leg" ? join(caller, target.leg) : serve(caller, target.service);
    case "unfit":
      return refuse(state, UNFIT);
    case "gone":
      if (target.kind !== "leg" || event.leg !== target.leg) return stay(state);
      return fail(
        state,
        { disposition: "failed", endedBy: "callee", reason: wordOf(event.cause), status: 480 },
        { status: 480, text: "Call ended" },
      );
    default:
      return stay(state);
  }
}

function join(caller: LegId, callee: LegId): BridgeStep {
  const state: In<"talking"> = { phase: "talking", caller, callee, held: NOBODY_HELD };
  return go(state, { kind: "order", leg: caller, command: { kind: "answer" } }, ...soundOf(state), {
    kind: "announce",
    what: "answered",
    leg: callee,
  });
}

function serve(caller: LegId, service: Service): BridgeStep {
  return go(
    { phase: "serving", caller, service },
    { kind: "order", leg: caller, command: { kind: "answer" } },
    { kind: "hear", leg: caller, sound: { kind: service } },
    { kind: "announce", what: "answered", leg: caller },
  );
}

/** Whoever waited with a service goes to another call; nothing is left here to come back to. */
function leaveService(leg: LegId): BridgeStep {
  const end: BridgeEnd = { disposition: "answered", endedBy: "system", reason: "moved", status: 200 };
  return go({ phase: "ended", end }, { kind: "announce", what: "left", leg }, { kind: "finish", end });
}

function stepTalking(state: In<"talking">, event: BridgeEvent): BridgeStep {
  switch (event.kind) {
    case "holding":
      return hold(state, event);
    case "gone":
      if (event.leg !== state.callee) return stay(state);
      return finish(
        state,
        { disposition: "answered", endedBy: "callee", reason: wordOf(event.cause), status: 200 },
        farReason(event.cause),
      );
    case "replaced":
      return replace(state, event);
    case "left":
      return part(state, event.leg);
    default:
      return stay(state);
  }
}

function hold(state: In<"talking">, event: BridgeEvent & { kind: "holding" }): BridgeStep {
  const side = sideOf(state, event.leg);
  if (side === undefined || state.held[side] === event.held) return stay(state);
  const next: In<"talking"> = { ...state, held: { ...state.held, [side]: event.held } };
  const other = side === "caller" ? state.callee : state.caller;
  return go(next, ...soundOf(next).filter((effect) => effect.leg === other), {
    kind: "announce",
    what: event.held ? "held" : "resumed",
    leg: event.leg,
  });
}

function replace(state: In<"talking">, event: BridgeEvent & { kind: "replaced" }): BridgeStep {
  const side = sideOf(state, event.old);
  if (side === undefined) return stay(state);
  const next: In<"talking"> = { ...state, [side]: event.by, held: { ...state.held, [side]: false } };
  return go(
    next,
    { kind: "order", leg: event.by, command: { kind: "answer" } },
    ...soundOf(next),
    hangUp(event.old, REPLACED),
    ...(state.held[side] ? [{ kind: "announce", what: "resumed", leg: event.by } as const] : []),
  );
}

function part(state: In<"talking">, leg: LegId): BridgeStep {
  const away = sideOf(state, leg);
  if (away === undefined) return stay(state);
  const next: In<"parted"> = { ...state, phase: "parted", away };
  return go(next, hear(stayerOf(next), { kind: "silence" }), { kind: "announce", what: "left", leg });
}

function stayerOf({ caller, callee, away }: In<"parted">): LegId {
  return away === "caller" ? callee : caller;
}

/** The one who waits has handed the other on: the call is theirs no more, however it ends. */
function stepParted(state: In<"parted">, event: BridgeEvent): BridgeStep {
  const { caller, callee, held, away } = state;
  const stayer = away === "caller" ? "callee" : "caller";
  const end = { disposition: "answered", endedBy: stayer, reason: "transferred", status: 200 } as const;
  switch (event.kind) {
    case "holding":
      if (event.leg !== stayerOf(state) || held[stayer] === event.held) return stay(state);
      return go(
        { ...state, held: { ...held, [stayer]: event.held } },
        { kind: "announce", what: event.held ? "held" : "resumed", leg: event.leg },
      );
    case "gone":
      return event.leg === stayerOf(state) ? finish(state, end, CALL_ENDED) : stay(state);
    case "settled":
      return finish(state, end, TRANSFERRED);
    case "lost":
      return finish(state, { ...end, endedBy: away, reason: wordOf(event.cause) }, farReason(event.cause));
    case "returned": {
      const next: In<"talking"> = { phase: "talking", caller, callee, held };
      return go(next, ...soundOf(next), { kind: "announce", what: "returned", leg: state[away] });
    }
    default:
      return stay(state);
  }
}

function giveUp(state: Live): BridgeStep {
  const answered = state.phase === "talking" || state.phase === "serving";
  return finish(
    state,
    {
      disposition: answered ? "answered" : "cancelled",
      endedBy: "caller",
      reason: "transferred",
      status: answered ? 200 : 487,
    },
    answered ? TRANSFERRED : GIVEN_UP,
  );
}

function sideOf(state: In<"talking">, leg: LegId): "caller" | "callee" | undefined {
  if (leg === state.caller) return "caller";
  return leg === state.callee ? "callee" : undefined;
}

/** Each hears the other, or music while the other holds. */
function soundOf({ caller, callee, held }: In<"talking">): readonly (BridgeEffect & { kind: "hear" })[] {
  return [
    { kind: "hear", leg: caller, sound: held.callee ? { kind: "music" } : { kind: "leg", leg: callee } },
    { kind: "hear", leg: callee, sound: held.caller ? { kind: "music" } : { kind: "leg", leg: caller } },
  ];
}

function callerGone(state: Live, cause: GoneCause): BridgeStep {
  const answered = state.phase === "talking" || state.phase === "serving";
  const end: BridgeEnd = answered
    ? { disposition: "answered", endedBy: "caller", reason: wordOf(cause), status: 200 }
    : {
        disposition: cause.kind === "mediaFailed" ? "failed" : "cancelled",
        endedBy: "caller",
        reason: wordOf(cause),
        status: 487,
      };
  return finish(state, end, answered ? farReason(cause) : CALL_ENDED);
}

/** The caller hears why; whoever still rings is called off. */
function refuse(state: Live, reason: LegReason): BridgeStep {
  const end: BridgeEnd = {
    disposition: dispositionOf(reason.status),
    endedBy: state.phase === "ringing" ? "callee" : "system",
    reason: reason.text,
    status: reason.status,
  };
  return fail(state, end, reason);
}

/** Nobody is reached: who placed the call is refused, a guest goes back. */
function fail(state: Live, end: BridgeEnd, reason: LegReason): BridgeStep {
  if (!("guest" in state && state.guest)) return finish(state, end, reason);
  const { state: ended, effects } = finish(state, end, reason);
  const others = effects.filter((effect) => !(effect.kind === "order" && effect.leg === state.caller));
  return go(ended, ...others, { kind: "handBack", leg: state.caller, end });
}

/** Hangs up every leg of the bridge; one that is gone already takes no notice. */
function finish(state: Live, end: BridgeEnd, reason: LegReason): BridgeStep {
  return go(
    { phase: "ended", end },
    ...(state.phase === "ringing" ? [{ kind: "stopNoAnswer" } as const] : []),
    ...legsOf(state).map((leg) => hangUp(leg, reason)),
    { kind: "finish", end },
  );
}

function hangUp(leg: LegId, reason: LegReason): BridgeEffect {
  return { kind: "order", leg, command: { kind: "hangUp", reason } };
}

function hear(leg: LegId, sound: Sound): BridgeEffect {
  return { kind: "hear", leg, sound };
}

function stay(state: BridgeState): BridgeStep {
  return { state, effects: [] };
}

function go(state: BridgeState, ...effects: readonly BridgeEffect[]): BridgeStep {
  return { state, effects };
}

/** One call as a union of phases and the one function that changes it (spec 1 §3 and §4). */
import type { CallDirection, CallSnapshot, CallTransfer, CallVisual, EndReason } from "../webphone.ts";
import type { FarEnd } from "./far-end.ts";
import { sameFarEnd } from "./far-end.ts";
import type { Quality } from "./quality.ts";
import { sameQuality } from "./quality.ts";

/** `holding` and `unholding` are shown at once and taken back when the far end refuses. */
export type HoldState = "none" | "holding" | "held" | "unholding";

/** `lost`: it was cut, or the connection was. `unreachable`: the browser has never found one in this call. */
export type CallWay = "there" | "lost" | "unreachable";

export interface CallFacts {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly direction: CallDirection;
  /** ms since epoch. */
  readonly startedAt: number;
  readonly muted: boolean;
  readonly digitsReceived: string;
  readonly digitsSent: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly sipCallId: string | undefined;
  /** Undefined while the phone system has not said who is there. */
  readonly far: FarEnd | undefined;
  readonly transfer: CallTransfer | undefined;
  /** The way of the sound; where it is not there it is being looked for. */
  readonly way: CallWay;
  /** Of the sound in the last seconds; undefined when nothing is to be said. */
  readonly quality: Quality | undefined;
}

export type CallPhase =
  /** Outgoing, nothing heard from the far end yet. */
  | { readonly phase: "calling" }
  /** Ringing here (incoming) or there (outgoing); `earlyMedia`: the far end already sends its own tones. */
  | { readonly phase: "ringing"; readonly earlyMedia: boolean }
  /** Incoming, accepted here, not yet connected. */
  | { readonly phase: "answering" }
  | {
      readonly phase: "talking";
      readonly answeredAt: number;
      readonly hold: HoldState;
      /** ms since epoch: since when it is on hold, also while it is being unheld. */
      readonly heldAt?: number | undefined;
    }
  | {
      readonly phase: "ended";
      readonly reason: EndReason;
      readonly warning: string | undefined;
      readonly answeredAt: number | undefined;
    };

export type Call = CallFacts & CallPhase;

export type CallAction =
  | { readonly kind: "rings"; readonly earlyMedia: boolean }
  | { readonly kind: "accept" }
  /** Accepting failed on this side: it rings on. */
  | { readonly kind: "acceptFailed" }
  | { readonly kind: "answered"; readonly at: number }
  /** `at`: ms since epoch. */
  | { readonly kind: "hold"; readonly at: number }
  | { readonly kind: "unhold" }
  | { readonly kind: "directionSet"; readonly direction: "sendonly" | "sendrecv" }
  | { readonly kind: "directionRefused"; readonly direction: "sendonly" | "sendrecv" }
  | { readonly kind: "mute"; readonly muted: boolean }
  | { readonly kind: "digitSent"; readonly digit: string }
  | { readonly kind: "digitReceived"; readonly digit: string }
  | { readonly kind: "dialogMade"; readonly sipCallId: string }
  | { readonly kind: "identified"; readonly far: FarEnd }
  | { readonly kind: "faced"; readonly far: FarEnd }
  | { readonly kind: "transfer"; readonly transfer: CallTransfer | undefined }
  | { readonly kind: "lost"; readonly way: Exclude<CallWay, "there"> }
  | { readonly kind: "found" }
  | { readonly kind: "quality"; readonly quality: Quality | undefined }
  | { readonly kind: "ended"; readonly reason: EndReason; readonly warning?: string | undefined };

const DIGITS_KEPT = 32; // the newest; more would only be drawn over

/** An outgoing call before anything was sent. */
export function dialledCall(id: string, number: string, startedAt: number): Call {
  return { ...facts(id, number, "", "out", startedAt), phase: "calling" };
}

/** An incoming call that rings. */
export function receivedCall(
  id: string,
  from: {
    readonly number: string;
    readonly name: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly sipCallId: string;
    readonly far?: FarEnd | undefined;
  },
  startedAt: number,
): Call {
  const headers = Object.keys(from.headers).length > 0 ? from.headers : undefined;
  return {
    ...facts(id, from.number, from.name, "in", startedAt),
    headers,
    sipCallId: from.sipCallId,
    far: from.far,
    phase: "ringing",
    earlyMedia: false,
  };
}

function facts(id: string, number: string, name: string, direction: CallDirection, startedAt: number): CallFacts {
  return {
    id,
    number,
    name,
    direction,
    startedAt,
    muted: false,
    digitsReceived: "",
    digitsSent: "",
    headers: undefined,
    sipCallId: undefined,
    far: undefined,
    transfer: undefined,
    way: "there",
    quality: undefined,
  };
}

/** The call after the action; the same object when the action means nothing in its phase. An ended call never changes. */
export function stepCall(call: Call, action: CallAction): Call {
  if (call.phase === "ended") return call;
  switch (action.kind) {
    case "ended":
      return {
        ...call,
        phase: "ended",
        reason: action.reason,
        warning: action.warning,
        answeredAt: answeredAt(call),
      };
    case "mute":
      return call.muted === action.muted ? call : { ...call, muted: action.muted };
    case "digitSent":
      return { ...call, digitsSent: (call.digitsSent + action.digit).slice(-DIGITS_KEPT) };
    case "digitReceived":
      return { ...call, digitsReceived: (call.digitsReceived + action.digit).slice(-DIGITS_KEPT) };
    case "dialogMade":
      return { ...call, sipCallId: action.sipCallId };
    case "identified":
      if (sameFarEnd(call.far, action.far)) return call;
      return { ...call, far: action.far, ...numberOf(call, action.far) };
    case "faced":
      return sameFarEnd(call.far, action.far) ? call : { ...call, far: action.far };
    case "transfer":
      return call.transfer === action.transfer ? call : { ...call, transfer: action.transfer };
    case "lost":
      return call.way !== "there" || call.phase !== "talking" ? call : { ...call, way: action.way };
    case "found":
      return call.way === "there" ? call : { ...call, way: "there" };
    case "quality":
      return sameQuality(call.quality, action.quality) ? call : { ...call, quality: action.quality };
    case "answered":
      return call.phase === "talking" ? call : { ...call, phase: "talking", answeredAt: action.at, hold: "none" };
    case "rings":
    case "accept":
    case "acceptFailed":
      return stepUnanswered(call, action);
    case "hold":
    case "unhold":
    case "directionSet":
    case "directionRefused":
      return call.phase === "talking" ? withHold(call, nextHold(call.hold, action), action) : call;
  }
}

/** The number for calling again: that of the current far end, unless only its state has changed. */
function numberOf(call: Call, far: FarEnd): Pick<Call, "number" | "name"> {
  const isSame = call.far?.number === far.number && call.far.name === far.name;
  return isSame ? { number: call.number, name: call.name } : { number: far.number, name: far.name };
}

type UnansweredAction = Extract<CallAction, { readonly kind: "rings" | "accept" | "acceptFailed" }>;
type HoldAction = Extract<CallAction, { readonly kind: "hold" | "unhold" | "directionSet" | "directionRefused" }>;
type LiveCall = Exclude<Call, { readonly phase: "ended" }>;
type TalkingCall = Extract<Call, { readonly phase: "talking" }>;

function stepUnanswered(call: LiveCall, action: UnansweredAction): Call {
  switch (action.kind) {
    case "rings":
      if (call.direction === "in" || call.phase === "talking") return call;
      return { ...call, phase: "ringing", earlyMedia: action.earlyMedia };
    case "accept":
      return call.direction === "in" && call.phase === "ringing" ? { ...call, phase: "answering" } : call;
    case "acceptFailed":
      return call.phase === "answering" ? { ...call, phase: "ringing", earlyMedia: false } : call;
  }
}

function nextHold(hold: HoldState, action: HoldAction): HoldState {
  switch (action.kind) {
    case "hold":
      return hold === "none" || hold === "unholding" ? "holding" : hold;
    case "unhold":
      return hold === "held" || hold === "holding" ? "unholding" : hold;
    case "directionSet":
      if (action.direction === "sendonly") return hold === "holding" ? "held" : hold;
      return hold === "unholding" ? "none" : hold;
    case "directionRefused":
      if (action.direction === "sendonly") return hold === "holding" ? "none" : hold;
      return hold === "unholding" ? "held" : hold;
  }
}

function withHold(call: TalkingCall, hold: HoldState, action: HoldAction): Call {
  if (hold === call.hold) return call;
  if (hold === "none") return { ...call, hold, heldAt: undefined };
  return action.kind === "hold" && call.hold === "none" ? { ...call, hold, heldAt: action.at } : { ...call, hold };
}

const answeredAt = (call: Call): number | undefined =>
  call.phase === "talking" || call.phase === "ended" ? call.answeredAt : undefined;

/** Nothing of the microphone may leave: muted, or anywhere near hold. */
export const isSilent = (call: Call): boolean => call.muted || (call.phase === "talking" && call.hold !== "none");

/** Shown as on hold. */
export const isHeld = (call: Call): boolean =>
  call.phase === "talking" && (call.hold === "holding" || call.hold === "held");

export const isAnswered = (call: Call): boolean => answeredAt(call) !== undefined;

export function callSnapshot(call: Call): CallSnapshot {
  const answered = answeredAt(call);
  return {
    id: call.id,
    number: call.number,
    name: call.name,
    direction: call.direction,
    state: answered === undefined ? "initiating" : "answered",
    visual: visual(call),
    isOnHold: isHeld(call),
    isMuted: call.muted,
    startedAt: call.startedAt,
    answeredAt: answered,
    digitsReceived: call.digitsReceived,
    digitsSent: call.digitsSent,
    ...(isHeld(call) && call.phase === "talking" && call.heldAt !== undefined && { heldAt: call.heldAt }),
    ...(call.headers && { headers: call.headers }),
    ...(call.sipCallId !== undefined && { sipCallId: call.sipCallId }),
    ...(call.far && { far: call.far }),
    ...(call.transfer && { transfer: call.transfer }),
    ...(call.way !== "there" && { isReconnecting: true }),
    ...(call.way === "unreachable" && { isUnreachable: true }),
    ...(call.quality && { quality: call.quality }),
  };
}

function visual(call: Call): CallVisual {
  if (call.phase === "calling") return "calling";
  if (!isAnswered(call)) return "ringing";
  if (isHeld(call)) return "on-hold";
  return call.muted ? "muted" : "on-call";
}

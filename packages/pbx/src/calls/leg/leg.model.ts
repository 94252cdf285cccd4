/**
 * The leg: one SIP dialog with one media port, from the first INVITE to the last BYE. Pure: `stepLeg` takes a state and
 * an event and returns the next state and the effects to run. Drawn in docs/spec/calls.md.
 */

/**
 * The leg of a caller (who sent the INVITE) goes incoming → alerting → accepting → up. In `confirming` it is to be
 * answered, but its description from before the answer waits for the PRACK (RFC 3262 §3). The leg of a callee (we sent
 * the INVITE) goes preparing → inviting → ringing → up. `leaving` is a caller's leg that is to be hung up but still waits
 * for its ACK: a BYE must not be sent before the ACK (RFC 3261 §15). `cancelling` is a callee's leg that was cancelled
 * and still waits for its final response.
 */
export type LegState =
  | { readonly phase: "incoming" }
  | { readonly phase: "alerting"; readonly unconfirmed?: true }
  | { readonly phase: "confirming" }
  | { readonly phase: "accepting"; readonly held: boolean }
  | { readonly phase: "leaving"; readonly reason: LegReason }
  | { readonly phase: "preparing" }
  | { readonly phase: "inviting" }
  | { readonly phase: "ringing" }
  | { readonly phase: "cancelling"; readonly reason: LegReason }
  | { readonly phase: "up"; readonly held: boolean; readonly attached: boolean }
  | { readonly phase: "ended" };

/** Content of a Reason header (RFC 3326): an explaining SIP status and its text. */
export interface LegReason {
  readonly status: number;
  readonly text: string;
  /** ITU-T Q.850 cause, if it says more to a caller than the status (RFC 6432). */
  readonly q850Cause?: number | undefined;
  /** The record has this text instead, if the caller must not see the reason. */
  readonly recordedAs?: string;
}

/** Commands of the bridge. `hangUp` ends the leg in any phase, with the request that fits. */
export type LegCommand =
  | { readonly kind: "ring" }
  /** `held`: the offer of the leg puts the call on hold. */
  | { readonly kind: "answer"; readonly held?: boolean }
  | { readonly kind: "hangUp"; readonly reason: LegReason };

export type LegEvent =
  | LegCommand
  // the far end
  | { readonly kind: "provisional"; readonly status: number }
  /** Sound before the answer: it has begun, or the phone no longer wants it to be heard. */
  | { readonly kind: "earlySound"; readonly on: boolean }
  /** The SDP with which the caller hears sound before the answer is ready; `reliable`: its PRACK must come before a 200. */
  | { readonly kind: "earlyReady"; readonly reliable: boolean }
  /** PRACK came for all provisional responses. */
  | { readonly kind: "confirmed" }
  | { readonly kind: "prackMissing" } // 64*T1 after a reliable provisional response
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly status: number; readonly q850Cause?: number | undefined }
  | { readonly kind: "unanswered" } // no response at all: Timer B, or the cancel limit
  | { readonly kind: "acked" }
  | { readonly kind: "ackMissing" } // 64*T1 after our 2xx
  | { readonly kind: "cancelled" }
  | { readonly kind: "bye" }
  | { readonly kind: "dialogGone" } // 481 or 408 to a request of ours inside the dialog (RFC 3261 §12.2.1.2)
  | { readonly kind: "directionChanged"; readonly held: boolean }
  // the sound
  | { readonly kind: "offerReady" }
  | { readonly kind: "mediaFailed" }
  // the socket
  | { readonly kind: "detached" }
  | { readonly kind: "reattached" }
  | { readonly kind: "graceOver" }
  | { readonly kind: "revoked" }; // its user may no longer use a phone

export type GoneCause =
  | { readonly kind: "hungUp" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "refused"; readonly status: number; readonly q850Cause?: number | undefined }
  | { readonly kind: "unanswered" }
  | { readonly kind: "noAck" }
  | { readonly kind: "connectionLost" }
  | { readonly kind: "revoked" }
  | { readonly kind: "mediaFailed" };

/** Reports from a leg to the bridge. `gone` comes once, and not for a leg that the bridge itself hung up. */
export type LegReport =
  | { readonly kind: "ringing" }
  | { readonly kind: "earlySound"; readonly on: boolean }
  | { readonly kind: "answered" }
  | { readonly kind: "holding"; readonly held: boolean }
  | { readonly kind: "detached" }
  | { readonly kind: "reattached" }
  | { readonly kind: "gone"; readonly cause: GoneCause };

export type LegEffect =
  | { readonly kind: "sendRinging" }
  | { readonly kind: "sendEarly" } // 183 with SDP
  | { readonly kind: "sendAnswer" }
  | { readonly kind: "sendRefusal"; readonly reason: LegReason }
  | { readonly kind: "sendInvite" }
  | { readonly kind: "sendCancel"; readonly reason: LegReason }
  | { readonly kind: "sendAck" }
  | { readonly kind: "sendBye"; readonly reason: LegReason }
  | { readonly kind: "startGrace" }
  | { readonly kind: "stopGrace" }
  | { readonly kind: "release" } // once, at the end: media, timers and tables
  | { readonly kind: "report"; readonly report: LegReport };

export interface LegStep {
  readonly state: LegState;
  readonly effects: readonly LegEffect[];
}

export const CALLER_LEG: LegState = { phase: "incoming" };
export const CALLEE_LEG: LegState = { phase: "preparing" };

const CANCELLED: LegReason = { status: 487, text: "Request Terminated" };
const NO_ACK: LegReason = { status: 408, text: "No ACK" };
const NO_PRACK: LegReason = { status: 504, text: "No PRACK" };
const CONNECTION_LOST: LegReason = { status: 480, text: "Connection lost" };
const REVOKED: LegReason = { status: 403, text: "Signed out" };
const MEDIA_FAILED: LegReason = { status: 500, text: "Media failed" };

/** An event that has no meaning in a phase (late, duplicate) leaves the leg as it is. */
export function stepLeg(state: LegState, event: LegEvent): LegStep {
  switch (state.phase) {
    case "incoming":
    case "alerting":
    case "confirming":
      return stepOffered(state, event);
    case "accepting":
      return stepAccepting(state, event);
    case "leaving":
      return stepLeaving(state, event);
    case "preparing":
      return stepPreparing(state, event);
    case "inviting":
    case "ringing":
      return stepInvited(state, event);
    case "cancelling":
      return stepCancelling(state, event);
    case "up":
      return stepUp(state, event);
    case "ended":
      return stay(state);
  }
}

/** A caller's leg before its final response. */
function stepOffered(state: LegState & { phase: "incoming" | "alerting" | "confirming" }, event: LegEvent): LegStep {
  switch (event.kind) {
    case "ring":
      return state.phase === "incoming" ? go({ phase: "alerting" }, { kind: "sendRinging" }) : stay(state);
    case "earlyReady":
      return go(event.reliable ? { phase: "alerting", unconfirmed: true } : { phase: "alerting" }, {
        kind: "sendEarly",
      });
    case "answer":
      if (state.phase === "confirming") return stay(state); // it was ordered before, and still waits for the PRACK
      return state.phase === "alerting" && state.unconfirmed === true
        ? go({ phase: "confirming" })
        : accept(event.held);
    case "confirmed":
      if (state.phase === "confirming") return accept();
      return state.phase === "alerting" ? go({ phase: "alerting" }) : stay(state);
    case "prackMissing":
      return end({ kind: "sendRefusal", reason: NO_PRACK }, gone({ kind: "noAck" }));
    case "hangUp":
      return end({ kind: "sendRefusal", reason: event.reason });
    case "cancelled":
    case "bye": // allowed in an early dialog, RFC 3261 §15
      return end({ kind: "sendRefusal", reason: CANCELLED }, gone({ kind: "cancelled" }));
    case "detached":
      return end(gone({ kind: "connectionLost" }));
    case "mediaFailed":
      return end({ kind: "sendRefusal", reason: MEDIA_FAILED }, gone({ kind: "mediaFailed" }));
    default:
      return stay(state);
  }
}

function accept(held = false): LegStep {
  return go({ phase: "accepting", held }, { kind: "sendAnswer" });
}

/**
 * A caller's leg with a 2xx that waits for its ACK. Without a socket the ACK cannot arrive, and the phone may not have
 * received the 2xx.
 */
function stepAccepting(state: LegState & { phase: "accepting" }, event: LegEvent): LegStep {
  switch (event.kind) {
    case "acked":
      return go({ phase: "up", held: state.held, attached: true });
    case "ackMissing":
      return end({ kind: "sendBye", reason: NO_ACK }, gone({ kind: "noAck" }));
    case "hangUp":
      return go({ phase: "leaving", reason: event.reason });
    case "mediaFailed":
      return go({ phase: "leaving", reason: MEDIA_FAILED }, gone({ kind: "mediaFailed" }));
    case "detached":
      return end(gone({ kind: "connectionLost" }));
    case "bye":
    case "dialogGone":
      return end(gone({ kind: "hungUp" }));
    case "directionChanged":
      return turn(state, event.held);
    default:
      return stay(state);
  }
}

function stepLeaving(state: LegState & { phase: "leaving" }, event: LegEvent): LegStep {
  switch (event.kind) {
    case "acked":
    case "ackMissing":
      return end({ kind: "sendBye", reason: state.reason });
    case "bye":
    case "detached":
    case "dialogGone":
      return end();
    default:
      return stay(state);
  }
}

/** A callee's leg while its offer is being made: nothing has been sent. */
function stepPreparing(state: LegState, event: LegEvent): LegStep {
  switch (event.kind) {
    case "offerReady":
      return go({ phase: "inviting" }, { kind: "sendInvite" });
    case "hangUp":
      return end();
    case "mediaFailed":
      return end(gone({ kind: "mediaFailed" }));
    case "detached":
      return end(gone({ kind: "connectionLost" }));
    default:
      return stay(state);
  }
}

/** A callee's leg before its final response. */
function stepInvited(state: LegState & { phase: "inviting" | "ringing" }, event: LegEvent): LegStep {
  switch (event.kind) {
    case "provisional":
      return event.status > 100 && state.phase === "inviting"
        ? go({ phase: "ringing" }, { kind: "report", report: { kind: "ringing" } })
        : stay(state);
    case "earlySound":
      return go(state, { kind: "report", report: { kind: "earlySound", on: event.on } });
    case "accepted":
      return go(
        { phase: "up", held: false, attached: true },
        { kind: "sendAck" },
        { kind: "report", report: { kind: "answered" } },
      );
    case "hangUp":
      return callOff(event.reason);
    case "mediaFailed": {
      const { state: next, effects } = callOff(MEDIA_FAILED);
      return { state: next, effects: [...effects, gone({ kind: "mediaFailed" })] };
    }
    default:
      return endedByCallee(state, event);
  }
}

function callOff(reason: LegReason): LegStep {
  return go({ phase: "cancelling", reason }, { kind: "sendCancel", reason });
}

function endedByCallee(state: LegState, event: LegEvent): LegStep {
  switch (event.kind) {
    case "refused":
      return end(gone(event));
    case "unanswered":
      return end(gone({ kind: "unanswered" }));
    case "detached":
      return end(gone({ kind: "connectionLost" }));
    default:
      return stay(state);
  }
}

/** CANCEL and 2xx may cross. The dialog then exists, so it is acknowledged and ended (RFC 3261 §9.1, §15). */
function stepCancelling(state: LegState & { phase: "cancelling" }, event: LegEvent): LegStep {
  switch (event.kind) {
    case "accepted":
      return end({ kind: "sendAck" }, { kind: "sendBye", reason: state.reason });
    case "refused":
    case "unanswered":
    case "detached":
      return end();
    default:
      return stay(state);
  }
}

function stepUp(state: LegState & { phase: "up" }, event: LegEvent): LegStep {
  switch (event.kind) {
    case "hangUp":
      return end({ kind: "sendBye", reason: event.reason });
    case "mediaFailed":
      return end({ kind: "sendBye", reason: MEDIA_FAILED }, gone({ kind: "mediaFailed" }));
    case "ackMissing": // of a re-INVITE, RFC 3261 §14.2
      return end({ kind: "sendBye", reason: NO_ACK }, gone({ kind: "noAck" }));
    case "bye":
    case "dialogGone":
      return end(gone({ kind: "hungUp" }));
    case "revoked":
      return end({ kind: "sendBye", reason: REVOKED }, gone({ kind: "revoked" }));
    case "directionChanged":
      return turn(state, event.held);
    default:
      return stepAttachment(state, event);
  }
}

function stepAttachment(state: LegState & { phase: "up" }, event: LegEvent): LegStep {
  if (event.kind === "detached" && state.attached)
    return go({ ...state, attached: false }, { kind: "startGrace" }, { kind: "report", report: { kind: "detached" } });
  if (event.kind === "reattached" && !state.attached)
    return go({ ...state, attached: true }, { kind: "stopGrace" }, { kind: "report", report: { kind: "reattached" } });
  if (event.kind === "graceOver" && !state.attached)
    return end({ kind: "sendBye", reason: CONNECTION_LOST }, gone({ kind: "connectionLost" }));
  return stay(state);
}

function turn(state: LegState & { phase: "up" | "accepting" }, held: boolean): LegStep {
  if (held === state.held) return stay(state);
  return go({ ...state, held }, { kind: "report", report: { kind: "holding", held } });
}

function stay(state: LegState): LegStep {
  return { state, effects: [] };
}

function go(state: LegState, ...effects: readonly LegEffect[]): LegStep {
  return { state, effects };
}

/** Requests are sent while the dialog still exists. The bridge gets its report last, when the leg has really ended. */
function end(...effects: readonly LegEffect[]): LegStep {
  const requests = effects.filter(({ kind }) => kind !== "report");
  const reports = effects.filter(({ kind }) => kind === "report");
  return { state: { phase: "ended" }, effects: [...requests, { kind: "release" }, ...reports] };
}

function gone(cause: GoneCause): LegEffect {
  return { kind: "report", report: { kind: "gone", cause } };
}

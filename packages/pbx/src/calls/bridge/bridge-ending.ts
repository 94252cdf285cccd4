/** How a bridge ends: which legs get which reason, and what the record says. */
import { go, hangUp } from "./bridge-effects.ts";
import { legsOf, type BridgeEffect, type BridgeEnd, type BridgeStep, type In, type Live } from "./bridge.state.ts";
import { CALL_ENDED, farReason, wordOf } from "../leg/gone-cause.ts";
import type { GoneCause, LegReason } from "../leg/leg.model.ts";
import { dispositionOf, isByHand } from "../leg/refusal.ts";

/** With the cause 200 no phone that rang shows a missed call; these texts say that nobody answered (PHONE-23). */
export const TRANSFERRED: LegReason = { status: 200, text: "Call transferred" };
export const DECLINED: LegReason = { status: 200, text: "Call declined" };
const GIVEN_UP: LegReason = { status: 487, text: "Request Terminated" };

/** Hangs up every leg of the bridge. A leg that has already ended ignores it. */
export function finish(state: Live, end: BridgeEnd, reason: LegReason): BridgeStep {
  return go(
    { phase: "ended", end },
    ...(state.phase === "ringing" ? [notTaken(reason)] : []),
    ...legsOf(state).map((leg) => hangUp(leg, reason)),
    { kind: "finish", end },
  );
}

/**
 * The call reached no one. With an onward destination the caller is sent there; otherwise a caller who dialled is
 * refused and a guest goes back.
 */
export function fail(state: Live, end: BridgeEnd, reason: LegReason): BridgeStep {
  if ("onward" in state && state.onward === true) return goOnward(state, reason);
  if (!("guest" in state && state.guest)) return finish(state, end, reason);
  const { state: ended, effects } = finish(state, end, reason);
  const others = effects.filter((effect) => !(effect.kind === "command" && effect.leg === state.caller));
  return go(ended, ...others, { kind: "handBack", leg: state.caller, end });
}

function goOnward(state: In<"routing" | "ringing">, reason: LegReason): BridgeStep {
  const { caller, guest } = state;
  const rest = state.phase === "ringing" ? state.candidates.map((one) => hangUp(one, reason)) : [];
  return go({ phase: "routing", caller, guest }, ...(state.phase === "ringing" ? [notTaken(reason)] : []), ...rest, {
    kind: "goOnward",
    reason,
  });
}

const notTaken = ({ status }: LegReason): BridgeEffect => ({
  kind: "stopNoAnswer",
  how: isByHand(status) ? "declined" : "over",
});

/** The caller gets the reason. Phones that still ring are cancelled. */
export function refuse(state: Live, reason: LegReason): BridgeStep {
  const end: BridgeEnd = {
    disposition: dispositionOf(reason),
    endedBy: state.phase === "ringing" ? "callee" : "system",
    reason: reason.recordedAs ?? reason.text,
    status: reason.status,
  };
  return fail(state, end, reason);
}

const isAnswered = (state: Live): boolean =>
  state.phase === "talking" || state.phase === "serving" || (state.phase === "joining" && state.served === true);

export function callerGone(state: Live, cause: GoneCause): BridgeStep {
  const answered = isAnswered(state);
  const end: BridgeEnd = answered
    ? { disposition: "answered", endedBy: "caller", reason: wordOf(cause), status: 200 }
    : {
        disposition: cause.kind === "mediaFailed" || cause.kind === "noAck" ? "failed" : "cancelled",
        endedBy: "caller",
        reason: wordOf(cause),
        status: cause.kind === "noAck" ? 504 : 487, // no PRACK (CALL-107)
      };
  return finish(state, end, answered ? farReason(cause) : CALL_ENDED);
}

/** The caller has sent somebody else to the number that they had dialled. */
export function giveUp(state: Live): BridgeStep {
  const answered = isAnswered(state);
  const end: BridgeEnd = {
    disposition: answered ? "answered" : "transferred",
    endedBy: "caller",
    reason: "transferred",
    status: answered ? 200 : 487,
  };
  return go(
    { phase: "ended", end },
    ...(state.phase === "ringing" ? [{ kind: "stopNoAnswer", how: "sentOn" } as const] : []),
    ...legsOf(state).map((leg) => hangUp(leg, leg === state.caller && !answered ? GIVEN_UP : TRANSFERRED)),
    { kind: "finish", end },
  );
}

/** The service ends the call of its caller. */
export function dismiss(state: Live, reason: LegReason): BridgeStep {
  return finish(state, { disposition: "answered", endedBy: "system", reason: reason.text, status: 200 }, reason);
}

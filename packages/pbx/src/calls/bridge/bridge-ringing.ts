/** A bridge before anyone talks: the number is resolved, phones ring, the media of both sides is negotiated. */
import { go, hangUp, hear, stay } from "./bridge-effects.ts";
import { DECLINED, fail, refuse, TRANSFERRED } from "./bridge-ending.ts";
import type { BridgeEffect, BridgeEvent, BridgeStep, In, JoinTarget, LegId } from "./bridge.state.ts";
import { ELSEWHERE, join, leave, returnToService, serve } from "./bridge-talking.ts";
import { CALL_ENDED, statusOf, wordOf } from "../leg/gone-cause.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { RANG_OUT } from "../leg/q850.ts";
import { bestRefusal, refusalOf } from "../leg/refusal.ts";

const alert = (caller: LegId): BridgeEffect => ({ kind: "command", leg: caller, command: { kind: "ring" } });

/** The refusal that a phone of a person who declines would have sent. */
const BUSY = 486;
const NO_ANSWER: LegReason = { status: 480, text: "No answer", q850Cause: RANG_OUT };

export function stepRouting(state: In<"routing">, event: BridgeEvent): BridgeStep {
  switch (event.kind) {
    case "refused":
      return refuse(state, event.reason);
    case "secured":
      return go({ ...state, onward: true });
    case "dialled": {
      const { candidates, plan } = event;
      if (candidates.length === 0 && plan === undefined) return refuse(state, refusalOf(480));
      const calledOff = plan?.others === "untold" ? CALL_ENDED : ELSEWHERE;
      return go(
        {
          ...state,
          phase: "ringing",
          candidates,
          rung: false,
          refusals: [],
          plan: plan === undefined ? "none" : "open",
          calledOff,
        },
        { kind: "startNoAnswer" },
        ...(plan?.alerts === true ? [alert(state.caller)] : []),
        // The phone of a caller plays its own ring-back. The phone of a guest is in no new call, so the system plays it.
        ...(state.guest ? [hear(state.caller, { kind: "ringback" })] : []),
      );
    }
    case "put": {
      const target: JoinTarget = { kind: "service" };
      return go({ ...state, phase: "joining", target }, { kind: "fit", target });
    }
    case "met":
      return join(state.caller, event.leg);
    case "left":
      return event.leg === state.caller ? leave(state.caller) : stay(state);
    default:
      return stay(state);
  }
}

export function stepRinging(state: In<"ringing">, event: BridgeEvent): BridgeStep {
  switch (event.kind) {
    case "rang":
      if (state.rung || !state.candidates.includes(event.leg)) return stay(state);
      return go({ ...state, rung: true }, alert(state.caller), { kind: "announce", what: "ringing", leg: event.leg });
    case "answered":
      return state.candidates.includes(event.leg) ? pick(state, event.leg) : stay(state);
    case "picked":
      return pick(state, event.leg);
    case "rerouted":
      return go(
        { phase: "routing", caller: state.caller, guest: state.guest },
        { kind: "stopNoAnswer", how: "sentOn" },
        ...state.candidates.map((one) => hangUp(one, TRANSFERRED)),
      );
    case "gone":
      return candidateGone(state, event);
    case "offered":
      return go({ ...state, candidates: [...state.candidates, ...event.candidates] });
    case "nobodyBack":
      return state.candidates.length > 0 || state.plan === "open" ? stay(state) : refuseAll(state);
    case "withdrawn":
      return withdraw(state, event.legs, NO_ANSWER);
    case "declinedAt": {
      const refusals = [...state.refusals, { status: BUSY }];
      return withdraw({ ...state, refusals }, event.legs, DECLINED);
    }
    case "exhausted":
      if (state.candidates.length > 0) return go({ ...state, plan: "none" });
      return event.rangOut ? rangOut(state) : refuseAll(state);
    case "declined":
      return decline(state, event.reason);
    case "noAnswer":
      return rangOut(state);
    default:
      return stay(state);
  }
}

/** They know of the call: no phone shows it as missed. */
function decline(state: In<"ringing">, reason: LegReason): BridgeStep {
  const { state: next, effects } = refuse({ ...state, candidates: [] }, reason);
  return go(next, ...state.candidates.map((one) => hangUp(one, DECLINED)), ...effects);
}

function rangOut(state: In<"ringing">): BridgeStep {
  return fail(state, { disposition: "noAnswer", endedBy: "system", reason: "no answer", status: 480 }, NO_ANSWER);
}

function refuseAll({ refusals, ...state }: In<"ringing">): BridgeStep {
  const best = bestRefusal(refusals.map(({ status }) => status));
  const { q850Cause } = refusals.findLast(({ status }) => status === best) ?? {};
  return refuse({ ...state, refusals }, { ...refusalOf(best), q850Cause });
}

/** Only a plan withdraws legs; it then decides what comes next. */
function withdraw(state: In<"ringing">, legs: readonly LegId[], reason: LegReason): BridgeStep {
  if (state.plan === "none") return stay(state);
  const leaving = state.candidates.filter((one) => legs.includes(one));
  const candidates = state.candidates.filter((one) => !legs.includes(one));
  return go({ ...state, candidates }, ...leaving.map((one) => hangUp(one, reason)));
}

/** The first phone that answers gets the call; the others stop ringing. */
function pick(state: In<"ringing">, leg: LegId): BridgeStep {
  const target: JoinTarget = { kind: "leg", leg };
  const others = state.candidates.filter((one) => one !== leg);
  return go(
    { phase: "joining", caller: state.caller, guest: state.guest, target },
    { kind: "stopNoAnswer", how: "taken" },
    ...others.map((one) => hangUp(one, state.calledOff)),
    { kind: "fit", target },
  );
}

function candidateGone(state: In<"ringing">, event: BridgeEvent & { kind: "gone" }): BridgeStep {
  if (!state.candidates.includes(event.leg)) return stay(state);
  const status = statusOf(event.cause);
  const next = {
    ...state,
    candidates: state.candidates.filter((one) => one !== event.leg),
    refusals: [
      ...state.refusals,
      { status, q850Cause: event.cause.kind === "refused" ? event.cause.q850Cause : undefined },
    ],
  };
  // The plan is notified as well, and decides what comes next.
  if (state.plan === "open") return go(next);
  // A 6xx speaks for all the callee's phones (RFC 3261 §16.7 step 5).
  if (status < 600 && next.candidates.length > 0) return go(next);
  if (event.cause.kind === "connectionLost") return go(next, { kind: "awaitReturn" });
  return refuseAll(next);
}

export function stepJoining(state: In<"joining">, event: BridgeEvent): BridgeStep {
  const { caller, target } = state;
  switch (event.kind) {
    case "fitted":
      return target.kind === "leg" ? join(caller, target.leg) : serve(caller);
    case "unfit":
      if (state.served === true && target.kind === "leg") return returnToService(state, target.leg, event.reason);
      return refuse(state, event.reason);
    case "gone":
      if (target.kind !== "leg" || event.leg !== target.leg) return stay(state);
      if (state.served === true) return returnToService(state, target.leg);
      return fail(
        state,
        { disposition: "failed", endedBy: "callee", reason: wordOf(event.cause), status: 480 },
        { status: 480, text: "Call ended" },
      );
    default:
      return stay(state);
  }
}

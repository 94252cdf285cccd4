/** The current other party of each leg of a call: the one place that knows (rules CALL-90 to CALL-97). */
import type { Came, FarEnd, Party } from "@callpanel/phone-port";
import type { BridgeState, LegId } from "../bridge/bridge.state.ts";
import type { Leg } from "../leg/leg.port.ts";

export interface Faced {
  readonly state: BridgeState;
  readonly legs: ReadonlyMap<LegId, Leg>;
  readonly caller: Party;
  /** The person or service that is called. */
  readonly callee: Party;
  readonly came: Came | undefined;
  /** The other party of the caller in the service that serves them. */
  readonly company: Party | undefined;
  /** A person who has answered is asked whether they take the call. */
  readonly isAsked: (leg: LegId) => boolean;
}

export const isSameParty = (one: Party, other: Party): boolean =>
  one.number === other.number && one.name === other.name && one.kind === other.kind && one.userId === other.userId;

export function facing(leg: LegId, { state, legs, caller, callee, came, company, isAsked }: Faced): FarEnd {
  const doing = isAsked(leg) ? "asking" : doingFor(leg, state);
  const silence = silenceFor(leg, state, legs);
  if (company !== undefined && state.phase !== "ended" && leg === state.caller)
    return { party: company, came: isInviter(company, came) ? undefined : came, doing, silence };
  if (state.phase === "ended" || leg !== state.caller)
    return { party: caller, came: cameToCallee(came, legs.get(leg)?.party, callee), doing, silence };
  const answered = answeredBy(state);
  const there = answered === undefined ? undefined : legs.get(answered)?.shown;
  return { party: there ?? callee, came: came ?? led(there, callee), doing, silence };
}

/** The leg's own silence comes first: the user can fix that one. */
function silenceFor(leg: LegId, state: BridgeState, legs: Faced["legs"]): FarEnd["silence"] {
  if (legs.get(leg)?.soundless === true) return "near";
  if (state.phase !== "talking") return undefined;
  const other = leg === state.caller ? state.callee : state.caller;
  return legs.get(other)?.soundless === true ? "far" : undefined;
}

/** A guest who is alone with their inviter does not need to see who invited them. */
const isInviter = ({ userId }: Party, came: Came | undefined): boolean =>
  came?.how === "invited" && userId !== undefined && came.by.userId === userId;

/** An agent must know the queue, no matter how its caller came into it. */
function cameToCallee(came: Came | undefined, there: Party | undefined, callee: Party): Came | undefined {
  const isQueue = callee.kind === "queue" && came?.how !== "pickedUp" && came?.how !== "calledBack";
  return isQueue ? (led(there, callee) ?? came) : (came ?? led(there, callee));
}

/** Another person than the callee rings or has answered: the callee's follow-me or a queue led there. */
function led(there: Party | undefined, callee: Party): Came | undefined {
  if (there !== undefined && callee.kind === "queue") return { how: "forwarded", by: callee };
  if (there === undefined || callee.userId === undefined || there.userId === callee.userId) return undefined;
  return { how: "forwarded", by: callee };
}

function answeredBy(state: BridgeState): LegId | undefined {
  if (state.phase === "talking" || state.phase === "parted") return state.callee;
  return state.phase === "joining" && state.target.kind === "leg" ? state.target.leg : undefined;
}

function doingFor(leg: LegId, state: BridgeState): FarEnd["doing"] {
  switch (state.phase) {
    case "ringing":
      return leg === state.caller && state.guest ? "ringing" : undefined;
    case "talking":
      return (leg === state.caller ? state.held.callee : state.held.caller) ? "holding" : undefined;
    case "parted":
      return "away";
    default:
      return undefined;
  }
}

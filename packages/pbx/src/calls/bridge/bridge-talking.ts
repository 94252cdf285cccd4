/** A bridge in which two legs talk or one is served: hold, a leg that replaces another, a leg that leaves. */
import { go, hangUp, hear, stay } from "./bridge-effects.ts";
import { dismiss, finish, TRANSFERRED } from "./bridge-ending.ts";
import {
  sideOf,
  stayerOf,
  type BridgeEffect,
  type BridgeEnd,
  type BridgeEvent,
  type BridgeStep,
  type Held,
  type In,
  type JoinTarget,
  type LegId,
} from "./bridge.state.ts";
import { CALL_ENDED, farReason, wordOf } from "../leg/gone-cause.ts";
import type { LegReason } from "../leg/leg.model.ts";

export const ELSEWHERE: LegReason = { status: 200, text: "Call completed elsewhere" }; // RFC 3326 §3.1
export const UNFIT: LegReason = { status: 488, text: "No common media" };
/** CALL-81: the phones are not at fault. */
export const ENGINE_SILENT: LegReason = { status: 500, text: "The media engine does not answer" };
const NOBODY_HELD: Held = { caller: false, callee: false };

export function join(caller: LegId, callee: LegId): BridgeStep {
  const state: In<"talking"> = { phase: "talking", caller, callee, held: NOBODY_HELD };
  // A callee who picked up a call sent an INVITE too and must be answered. A leg that is up ignores it.
  const answers = [caller, callee].map((leg) => ({ kind: "command", leg, command: { kind: "answer" } }) as const);
  return go(state, ...answers, ...soundOf(state), { kind: "announce", what: "answered", leg: callee });
}

export function serve(caller: LegId): BridgeStep {
  return go(
    { phase: "serving", caller, candidates: [] },
    { kind: "command", leg: caller, command: { kind: "answer" } },
    { kind: "serve", leg: caller },
    { kind: "announce", what: "answered", leg: caller },
  );
}

export function stepServing(state: In<"serving">, event: BridgeEvent): BridgeStep {
  const { caller, candidates } = state;
  switch (event.kind) {
    case "left":
      return event.leg === caller ? leave(caller, candidates) : stay(state);
    case "dismissed":
      return dismiss(state, event.reason);
    case "offered":
      return go({ ...state, candidates: [...candidates, ...event.candidates] });
    case "withdrawn": {
      const leaving = candidates.filter((one) => event.legs.includes(one));
      const rest = candidates.filter((one) => !event.legs.includes(one));
      return go({ ...state, candidates: rest }, ...leaving.map((one) => hangUp(one, event.reason ?? CALL_ENDED)));
    }
    case "rang":
      if (!candidates.includes(event.leg)) return stay(state);
      return go(state, { kind: "announce", what: "ringing", leg: event.leg });
    case "gone":
      return go({ ...state, candidates: candidates.filter((one) => one !== event.leg) });
    case "answered":
      return candidates.includes(event.leg) ? take(state, event.leg) : stay(state);
    default:
      return stay(state);
  }
}

/** The service gives its caller to a phone that has answered. */
function take({ caller, candidates }: In<"serving">, leg: LegId): BridgeStep {
  const target: JoinTarget = { kind: "leg", leg };
  const others = candidates.filter((one) => one !== leg);
  return go(
    { phase: "joining", caller, guest: false, served: true, target },
    ...others.map((one) => hangUp(one, ELSEWHERE)),
    { kind: "fit", target },
  );
}

/** The phone that was taken is lost or does not fit: the caller is with the service, which has not ended. */
export function returnToService({ caller }: In<"joining">, leg: LegId, unfit?: LegReason): BridgeStep {
  return go({ phase: "serving", caller, candidates: [] }, ...(unfit === undefined ? [] : [hangUp(leg, unfit)]), {
    kind: "notJoined",
    leg,
    why: unfit === undefined ? "gone" : "unfit",
  });
}

/** A leg that was alone here goes to another call; there is nothing to come back to. */
export function leave(leg: LegId, rung: readonly LegId[] = []): BridgeStep {
  const end: BridgeEnd = { disposition: "answered", endedBy: "system", reason: "moved", status: 200 };
  return go(
    { phase: "ended", end },
    ...rung.map((one) => hangUp(one, TRANSFERRED)),
    { kind: "announce", what: "left", leg },
    { kind: "finish", end },
  );
}

export function stepTalking(state: In<"talking">, event: BridgeEvent): BridgeStep {
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

function part(state: In<"talking">, leg: LegId): BridgeStep {
  const away = sideOf(state, leg);
  if (away === undefined) return stay(state);
  const next: In<"parted"> = { ...state, phase: "parted", away };
  return go(next, hear(stayerOf(next), { kind: "silence" }), { kind: "announce", what: "left", leg });
}

/** Each side hears the other, or music while the other side holds. */
export function soundOf({ caller, callee, held }: In<"talking">): readonly (BridgeEffect & { kind: "hear" })[] {
  return [
    { kind: "hear", leg: caller, sound: held.callee ? { kind: "music" } : { kind: "leg", leg: callee } },
    { kind: "hear", leg: callee, sound: held.caller ? { kind: "music" } : { kind: "leg", leg: caller } },
  ];
}

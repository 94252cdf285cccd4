/** A caller at the door of video rooms: which room, its PIN, and whether there is a place (VPHONE-10 to VPHONE-12). Pure. */
import type { RoomPinCheck, VideoDoor, VideoRefusal } from "@callpanel/phone-port";
import type { SpokenKey } from "../../spoken/spoken.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "../services/ivr/ivr.port.ts";
import { stepKeying } from "../services/ivr/keying.ts";
import { askPin, askPinAgain, stepPinQuestion, type PinAsk, type PinQuestion } from "../services/ivr/pin-question.ts";
import { words } from "../services/ivr/words.ts";

type Asks = VideoDoor["asksForPin"];

export type VideoDoorState =
  | { readonly phase: "number"; readonly keyed: string; readonly tries: number }
  | { readonly phase: "finding"; readonly tries: number }
  | { readonly phase: "asked"; readonly question: PinQuestion; readonly asksForPin: Asks }
  | { readonly phase: "entering" }
  /** The last prompt is played. */
  | { readonly phase: "leaving" };

export type VideoDoorAsk =
  | { readonly kind: "find"; readonly number: string }
  | PinAsk
  /** There is an answer only if it is refused. */
  | { readonly kind: "enter"; readonly admin: boolean };

export type VideoDoorResult =
  | { readonly kind: "found"; readonly asksForPin: Asks }
  | { readonly kind: "unknown" }
  | { readonly kind: "pin"; readonly result: RoomPinCheck }
  | { readonly kind: "entered" }
  | { readonly kind: "refused"; readonly why: VideoRefusal };

type Step = IvrStep<VideoDoorState, VideoDoorAsk>;

/** As for PINs. */
const TRIES = 3;
const REFUSED: Readonly<Record<VideoRefusal, SpokenKey>> = {
  locked: "conference-locked",
  full: "conference-full",
  closed: "conference-closed",
};

export const VIDEO_DOOR_BEGIN: Step = askNumber(0);

export function stepVideoDoor(state: VideoDoorState, event: IvrEvent<VideoDoorResult>): Step {
  // The reply to an open question must not bring them in any more.
  if (event.kind === "gone") return go({ phase: "leaving" });
  if (event.kind === "failed") return leave("not-possible", "goodbye");
  if (event.kind === "told" && event.told.kind === "refused") return leave(REFUSED[event.told.why], "goodbye");
  switch (state.phase) {
    case "number": {
      const keying = stepKeying(state.keyed, event);
      if (keying === undefined) return go(state);
      if (keying.kind === "more") return go({ ...state, keyed: keying.keyed }, ...keying.effects);
      if (keying.kind !== "entered") return askNumber(state.tries);
      if (keying.digits === "") return askNumberAgain(state.tries);
      return go(
        { phase: "finding", tries: state.tries },
        { kind: "ask", ask: { kind: "find", number: keying.digits } },
      );
    }
    case "finding":
      if (event.kind !== "told") return go(state);
      if (event.told.kind === "unknown") return askNumberAgain(state.tries);
      return event.told.kind === "found" ? atRoom(event.told.asksForPin) : go(state);
    case "asked":
      return stepPin(state, event);
    case "entering":
      return go(state);
    case "leaving":
      return event.kind === "said" ? go(state, { kind: "leave" }) : go(state);
  }
}

function stepPin(state: VideoDoorState & { readonly phase: "asked" }, event: IvrEvent<VideoDoorResult>): Step {
  const { question, asksForPin } = state;
  if (question.phase === "pin") {
    const step = stepPinQuestion(question, event, questionOf(asksForPin));
    if (step.kind === "on") return go({ ...state, question: step.state }, ...step.effects);
    return asksForPin === "admins" ? enter(false) : wrong(asksForPin, step);
  }
  if (event.kind !== "told" || event.told.kind !== "pin") return go(state);
  const { result } = event.told;
  if (result === "wrong") return wrong(asksForPin, question);
  return result === "locked" ? leave("locked", "goodbye") : enter(result === "admin");
}

const questionOf = (asksForPin: Asks): SpokenKey => (asksForPin === "admins" ? "conference-admin-pin" : "enter-pin");

function atRoom(asksForPin: Asks): Step {
  if (asksForPin === "never") return enter(false);
  const { state: question, effects } = askPin(0, questionOf(asksForPin));
  return go({ phase: "asked", question, asksForPin }, ...effects);
}

function wrong(asksForPin: Asks, before: { readonly tries: number }): Step {
  const again = askPinAgain(before, questionOf(asksForPin));
  if (again === undefined) return leave("wrong-pin", "goodbye");
  return go({ phase: "asked", question: again.state, asksForPin }, ...again.effects);
}

function askNumber(tries: number, ...before: readonly SpokenKey[]): Step {
  return go({ phase: "number", keyed: "", tries }, { kind: "say", sounds: words(...before, "video-room-number") });
}

const askNumberAgain = (tries: number): Step =>
  tries + 1 >= TRIES ? leave("wrong-pin", "goodbye") : askNumber(tries + 1, "wrong-pin");

const enter = (admin: boolean): Step => go({ phase: "entering" }, { kind: "ask", ask: { kind: "enter", admin } });

const leave = (...keys: readonly SpokenKey[]): Step =>
  go({ phase: "leaving" }, { kind: "say", sounds: words(...keys) });

function go(state: VideoDoorState, ...effects: readonly IvrEffect<VideoDoorAsk>[]): Step {
  return { state, effects };
}

/** An announcement by telephone: its PIN, its audio, and where the call goes afterwards (rules ANN-8 to ANN-10). Pure. */
import type { Announcement } from "@callpanel/phone-port";
import type { SpokenKey } from "../../spoken/spoken.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "./ivr/ivr.port.ts";
import { stepKeying } from "./ivr/keying.ts";
import { words } from "./ivr/words.ts";

/** `tries`: number of wrong PINs. */
export type AnnouncementState =
  | { readonly phase: "pin"; readonly keyed: string; readonly tries: number }
  | { readonly phase: "checking"; readonly tries: number }
  | { readonly phase: "playing" }
  /** The last prompt is played. */
  | { readonly phase: "leaving" };

export type AnnouncementAsk = { readonly kind: "pin"; readonly pin: string };
export type AnnouncementTold = "right" | "wrong" | "locked";

type Step = IvrStep<AnnouncementState, AnnouncementAsk>;
type Event = IvrEvent<AnnouncementTold>;
type In<P extends AnnouncementState["phase"]> = Extract<AnnouncementState, { phase: P }>;

const TRIES = 3;

export const ANNOUNCEMENT_BEGIN: Step = askPin(0);

export function stepAnnouncement(told: Announcement, state: AnnouncementState, event: Event): Step {
  switch (state.phase) {
    case "pin":
      return stepPin(state, event);
    case "checking":
      if (event.kind === "failed") return leave("not-possible", "goodbye");
      return event.kind === "told" ? checked(told, state, event.told) : go(state);
    case "playing":
      return stepPlaying(told, state, event);
    case "leaving":
      return event.kind === "said" ? go(state, { kind: "leave" }) : go(state);
  }
}

function stepPin(state: In<"pin">, event: Event): Step {
  const step = stepKeying(state.keyed, event);
  switch (step?.kind) {
    case "more":
      return go({ ...state, keyed: step.keyed }, ...step.effects);
    case "entered":
      // An empty input is not a guess: the PIN is not checked.
      if (step.digits === "") return wrong(state.tries + 1);
      return go({ phase: "checking", tries: state.tries }, { kind: "ask", ask: { kind: "pin", pin: step.digits } });
    case "anew":
    case "back":
      return askPin(state.tries);
    case undefined:
      return go(state);
  }
}

function checked(told: Announcement, { tries }: In<"checking">, result: AnnouncementTold): Step {
  switch (result) {
    case "right":
      return play(told);
    case "wrong":
      return wrong(tries + 1);
    case "locked":
      return leave("locked", "goodbye");
  }
}

function wrong(tries: number): Step {
  return tries >= TRIES ? leave("wrong-pin", "goodbye") : askPin(tries, "wrong-pin");
}

function play({ sound }: Announcement): Step {
  if (sound === undefined) return leave("not-possible", "goodbye");
  return go({ phase: "playing" }, { kind: "say", sounds: [{ kind: "file", path: sound }] });
}

function stepPlaying(told: Announcement, state: AnnouncementState, event: Event): Step {
  if (event.kind === "digit" && event.digit === "*") return play(told);
  const isOver = event.kind === "said" || (event.kind === "digit" && event.digit === "#");
  if (!isOver) return go(state);
  const { next } = told;
  return go({ phase: "leaving" }, next === undefined ? { kind: "leave" } : { kind: "sendOn", number: next });
}

function askPin(tries: number, ...before: readonly SpokenKey[]): Step {
  return go({ phase: "pin", keyed: "", tries }, { kind: "say", sounds: words(...before, "enter-pin") });
}

function leave(...keys: readonly SpokenKey[]): Step {
  return go({ phase: "leaving" }, { kind: "say", sounds: words(...keys) });
}

function go(state: AnnouncementState, ...effects: readonly IvrEffect<AnnouncementAsk>[]): Step {
  return { state, effects };
}

/** An announcement by telephone: its PIN, its audio, and where the call goes afterwards (rules ANN-8 to ANN-10). Pure. */
import type { Announcement } from "@callpanel/phone-port";
import type { SpokenKey } from "../../spoken/spoken.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "./ivr/ivr.port.ts";
import { askPin, askPinAgain, stepPinQuestion, type PinAsk, type PinQuestion } from "./ivr/pin-question.ts";
import { words } from "./ivr/words.ts";

export type AnnouncementState =
  | PinQuestion
  | { readonly phase: "playing" }
  /** The last prompt is played. */
  | { readonly phase: "leaving" };

export type AnnouncementAsk = PinAsk;
export type AnnouncementResult = "right" | "wrong" | "locked";

type Step = IvrStep<AnnouncementState, AnnouncementAsk>;
type Event = IvrEvent<AnnouncementResult>;

const QUESTION = "enter-pin";

export const ANNOUNCEMENT_BEGIN: Step = askPin(0, QUESTION);

export function stepAnnouncement(told: Announcement, state: AnnouncementState, event: Event): Step {
  switch (state.phase) {
    case "pin": {
      const step = stepPinQuestion(state, event, QUESTION);
      // An empty input is not a guess: the PIN is not checked.
      return step.kind === "nothing" ? wrong(step) : step;
    }
    case "checking":
      if (event.kind === "failed") return leave("not-possible", "goodbye");
      return event.kind === "told" ? checked(told, state, event.told) : go(state);
    case "playing":
      return stepPlaying(told, state, event);
    case "leaving":
      return event.kind === "said" ? go(state, { kind: "leave" }) : go(state);
  }
}

function checked(told: Announcement, state: { readonly tries: number }, result: AnnouncementResult): Step {
  switch (result) {
    case "right":
      return play(told);
    case "wrong":
      return wrong(state);
    case "locked":
      return leave("locked", "goodbye");
  }
}

const wrong = (state: { readonly tries: number }): Step =>
  askPinAgain(state, QUESTION) ?? leave("wrong-pin", "goodbye");

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

function leave(...keys: readonly SpokenKey[]): Step {
  return go({ phase: "leaving" }, { kind: "say", sounds: words(...keys) });
}

function go(state: AnnouncementState, ...effects: readonly IvrEffect<AnnouncementAsk>[]): Step {
  return { state, effects };
}

/** A caller at the door of a room: the PIN, whether there is a place, what they hear first (rules CONF-20 to CONF-25). Pure. */
import type { RoomPinCheck, RoomSettings } from "@callpanel/phone-port";
import { heardIn, sayNumber } from "../../../spoken/say.ts";
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { IvrEffect, IvrEvent, IvrStep } from "../../services/ivr/ivr.port.ts";
import {
  askPin,
  askPinAgain,
  stepPinQuestion,
  type PinAsk,
  type PinQuestion,
} from "../../services/ivr/pin-question.ts";
import { words } from "../../services/ivr/words.ts";
import type { RoomRefusal } from "../../rooms/rooms.ts";

export type EntranceState =
  | PinQuestion
  | { readonly phase: "finding"; readonly admin: boolean }
  /** What the caller hears before they are in the room. */
  | { readonly phase: "welcome"; readonly admin: boolean }
  | { readonly phase: "entering" }
  /** The last prompt is played. */
  | { readonly phase: "leaving" };

export type EntranceAsk =
  | PinAsk
  | { readonly kind: "place"; readonly admin: boolean }
  /** There is an answer only if it is refused. */
  | { readonly kind: "enter"; readonly admin: boolean };

export type EntranceTold =
  | { readonly kind: "pin"; readonly result: RoomPinCheck }
  | { readonly kind: "place"; readonly memberCount: number; readonly waits: boolean }
  | { readonly kind: "refused"; readonly why: RoomRefusal };

type Door = Pick<RoomSettings, "announceCount" | "asksForPin" | "language" | "records">;
type Step = IvrStep<EntranceState, EntranceAsk>;
type Event = IvrEvent<EntranceTold>;

const REFUSED: Readonly<Record<RoomRefusal, SpokenKey>> = {
  locked: "conference-locked",
  full: "conference-full",
  closed: "conference-closed",
};

const questionOf = ({ asksForPin }: Door): SpokenKey =>
  asksForPin === "admins" ? "conference-admin-pin" : "enter-pin";

/** `isKnown`: the caller needs no PIN. */
export function beginEntrance(
  door: Door,
  { isKnown, admin }: { readonly isKnown: boolean; readonly admin: boolean },
): Step {
  return isKnown || door.asksForPin === "never" ? findPlace(admin) : askPin(0, questionOf(door));
}

export function stepEntrance(door: Door, state: EntranceState, event: Event): Step {
  // The reply to an open question must not bring them into the room any more.
  if (event.kind === "gone") return go({ phase: "leaving" });
  if (event.kind === "failed") return leave("not-possible", "goodbye");
  if (event.kind === "told" && event.told.kind === "refused") return leave(REFUSED[event.told.why], "goodbye");
  switch (state.phase) {
    case "pin": {
      const step = stepPinQuestion(state, event, questionOf(door));
      if (step.kind === "on") return step;
      return door.asksForPin === "admins" ? findPlace(false) : wrong(door, step);
    }
    case "checking":
      return event.kind === "told" && event.told.kind === "pin" ? checked(door, state, event.told.result) : go(state);
    case "finding":
      return event.kind === "told" && event.told.kind === "place" ? welcome(door, state.admin, event.told) : go(state);
    case "welcome":
      return event.kind === "said" || (event.kind === "digit" && event.digit === "#") ? enter(state.admin) : go(state);
    case "entering":
      return go(state);
    case "leaving":
      return event.kind === "said" ? go(state, { kind: "leave" }) : go(state);
  }
}

function checked(door: Door, state: { readonly tries: number }, result: RoomPinCheck): Step {
  switch (result) {
    case "admin":
    case "member":
      return findPlace(result === "admin");
    case "wrong":
      return wrong(door, state);
    case "locked":
      return leave("locked", "goodbye");
  }
}

const wrong = (door: Door, state: { readonly tries: number }): Step =>
  askPinAgain(state, questionOf(door)) ?? leave("wrong-pin", "goodbye");

const findPlace = (admin: boolean): Step =>
  go({ phase: "finding", admin }, { kind: "ask", ask: { kind: "place", admin } });

const enter = (admin: boolean): Step => go({ phase: "entering" }, { kind: "ask", ask: { kind: "enter", admin } });

function welcome(
  { announceCount, language, records }: Door,
  admin: boolean,
  place: EntranceTold & { kind: "place" },
): Step {
  const keys: readonly SpokenKey[] = [
    ...(records ? (["conference-recorded"] as const) : []),
    ...(announceCount ? sayOthers(place.memberCount) : []),
    ...(place.waits ? (["conference-waits"] as const) : []),
  ];
  if (keys.length === 0) return enter(admin);
  return go({ phase: "welcome", admin }, { kind: "say", sounds: words(...heardIn(language, keys)) });
}

/** How many are there, for somebody who is not among them. */
export function sayOthers(count: number): readonly SpokenKey[] {
  if (count === 0) return ["conference-nobody-else"];
  if (count === 1) return ["conference-one-other"];
  return ["conference-there-are", ...sayNumber(count), "conference-others"];
}

function leave(...keys: readonly SpokenKey[]): Step {
  return go({ phase: "leaving" }, { kind: "say", sounds: words(...keys) });
}

function go(state: EntranceState, ...effects: readonly IvrEffect<EntranceAsk>[]): Step {
  return { state, effects };
}

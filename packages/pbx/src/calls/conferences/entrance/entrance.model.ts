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
  /** The caller hears that they are to say their name (`asking`), says it, and it is kept. */
  | { readonly phase: "asking" | "saying" | "keeping"; readonly admin: boolean; readonly place: Place }
  /** What the caller hears before they are in the room. */
  | { readonly phase: "welcome"; readonly admin: boolean }
  | { readonly phase: "entering" }
  /** The last prompt is played. */
  | { readonly phase: "leaving" };

export type EntranceAsk =
  | PinAsk
  | { readonly kind: "place"; readonly admin: boolean }
  | { readonly kind: "beginName" }
  /** The name was said, or the caller was silent: the file is not needed. */
  | { readonly kind: "name"; readonly isSaid: boolean }
  /** There is an answer only if it is refused. */
  | { readonly kind: "enter"; readonly admin: boolean };

export type EntranceResult =
  | { readonly kind: "pin"; readonly result: RoomPinCheck }
  | {
      readonly kind: "place";
      readonly memberCount: number;
      readonly waits: boolean;
      readonly isRecorded: boolean;
    }
  /** Undefined: it cannot be recorded. */
  | { readonly kind: "nameFile"; readonly path: string | undefined }
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly why: RoomRefusal };

type Place = EntranceResult & { readonly kind: "place" };
type Door = Pick<RoomSettings, "announceCount" | "asksForPin" | "language"> & {
  /** The caller is asked for their name. */
  readonly asksName: boolean;
};
type Step = IvrStep<EntranceState, EntranceAsk>;
type Event = IvrEvent<EntranceResult>;

/** CONF-33: a name is short, and silence after it ends it. */
const NAME_LIMITS = { longestMs: 8_000, silenceMs: 3_000 };
/** Less is a click. */
const SHORTEST_NAME_MS = 600;

const REFUSED: Readonly<Record<RoomRefusal, SpokenKey>> = {
  locked: "conference-locked",
  full: "conference-full",
  closed: "conference-closed",
};

const questionOf = ({ asksForPin }: Pick<Door, "asksForPin">): SpokenKey =>
  asksForPin === "admins" ? "conference-admin-pin" : "enter-pin";

/** `isKnown`: the caller needs no PIN. */
export function beginEntrance(
  door: Omit<Door, "asksName">,
  { isKnown, admin }: { readonly isKnown: boolean; readonly admin: boolean },
): Step {
  return isKnown || door.asksForPin === "never" ? findPlace(admin) : askPin(0, questionOf(door));
}

export function stepEntrance(door: Door, state: EntranceState, event: Event): Step {
  // The reply to an open question must not bring them into the room any more.
  if (event.kind === "gone") return go({ phase: "leaving" });
  if (state.phase === "leaving" && event.kind === "recorded") return go(state, announceName(false));
  if (state.phase === "asking" && event.kind === "failed") return welcome(door, state);
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
      if (event.kind !== "told" || event.told.kind !== "place") return go(state);
      return door.asksName ? askName(state.admin, event.told) : welcome(door, { ...state, place: event.told });
    case "asking":
      if (event.kind === "digit" && event.digit === "#") return welcome(door, state);
      if (event.kind === "said") return go(state, { kind: "ask", ask: { kind: "beginName" } });
      if (event.kind !== "told" || event.told.kind !== "nameFile") return go(state);
      return event.told.path === undefined ? welcome(door, state) : recordName(state, event.told.path);
    case "saying":
      if (event.kind === "digit") return go(state, { kind: "stopRecording" });
      if (event.kind !== "recorded") return go(state);
      return keepName(state, event.how !== "failed" && event.sound.durationMs >= SHORTEST_NAME_MS);
    case "keeping":
      return event.kind === "told" ? welcome(door, state) : go(state);
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

interface Naming {
  readonly admin: boolean;
  readonly place: Place;
}

const askName = (admin: boolean, place: Place): Step =>
  go({ phase: "asking", admin, place }, { kind: "say", sounds: [...words("conference-your-name"), { kind: "beep" }] });

const recordName = ({ admin, place }: Naming, path: string): Step =>
  go({ phase: "saying", admin, place }, { kind: "record", path, limits: NAME_LIMITS, warning: "ten-seconds-left" });

const keepName = ({ admin, place }: Naming, isSaid: boolean): Step =>
  go({ phase: "keeping", admin, place }, { kind: "ask", ask: { kind: "name", isSaid } });

const announceName = (isSaid: boolean) => ({ kind: "tell", ask: { kind: "name", isSaid } }) as const;

function welcome({ announceCount, language }: Door, { admin, place }: Naming): Step {
  const keys: readonly SpokenKey[] = [
    ...(place.isRecorded ? (["conference-recorded"] as const) : []),
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

/** An owner in a folder: hears the messages, and decides about each (rules VMP-52 to VMP-58). Pure. */
import { sayDigits, sayLength, sayNumber, sayReceived } from "../../../spoken/say.ts";
import type { SpokenKey } from "../../../spoken/spoken.ts";
import type { DtmfDigit } from "@callpanel/media";
import type { VoicemailBox, VoicemailMessage } from "@callpanel/phone-port";
import { words } from "../ivr/words.ts";
import {
  atMenu,
  askForward,
  leaveBy,
  leaveFolder,
  messageMenu,
  moreMenu,
  openFolder,
  openFolders,
  openMessage,
  type AtMessage,
} from "./owner.places.ts";
import { go, say, stay, tell, type At, type Hearing, type OwnerEvent, type OwnerStep } from "./owner.state.ts";

type Pressed = Extract<OwnerEvent, { kind: "digit" }>;

/** How far a message skips, back and forward. */
const LEAP_MS = 5_000;
/** A paused message continues after this time. */
const LONGEST_PAUSE_MS = 60_000;

export function stepFolder(state: At<"folder">, event: OwnerEvent): OwnerStep {
  if (event.kind !== "told" || event.told.kind !== "messages") return stay(state);
  const { box, next, empty } = state;
  const { messages } = event.told;
  const [message] = messages;
  if (message === undefined) return openFolder(box, next, empty);
  return openMessage({ box, visit: { messages, message, deleted: [] } });
}

export function stepMessage(state: At<"message">, event: OwnerEvent): OwnerStep {
  const { hearing } = state;
  if (event.kind === "digit") return press(state, event);
  switch (hearing.kind) {
    case "fetching":
      if (event.kind !== "told" || event.told.kind !== "sound") return stay(state);
      return event.told.path === undefined
        ? messageMenu(state, undefined, "message-gone")
        : announce(state, event.told.path, event.told.now);
    case "envelope":
      return event.kind === "said" ? begin(state, hearing.path) : stay(state);
    case "playing":
      return event.kind === "said" ? messageMenu(state, hearing.path) : stay(state);
    case "paused":
      return event.kind === "waited" ? play(state, hearing.path, hearing.atMs) : stay(state);
    case "menu":
      return stepMessageMenu(state, hearing, event);
  }
}

function stepMessageMenu(
  state: At<"message">,
  hearing: Extract<Hearing, { kind: "menu" }>,
  event: OwnerEvent,
): OwnerStep {
  return atMenu(state, event, {
    times: hearing.times,
    again: () => go({ ...state, hearing: { ...hearing, times: hearing.times + 1 } }, say(...words("message-menu"))),
    over: () => leaveFolder(state, { kind: "goodbye" }),
  });
}

export function stepClosing(state: At<"closing">, event: OwnerEvent): OwnerStep {
  return event.kind === "told" ? leaveBy(state.box, state.exit) : stay(state);
}

function announce(state: AtMessage, path: string, now: number): OwnerStep {
  const { box, visit } = state;
  const { envelope, playCallerId } = box;
  const number = visit.messages.indexOf(visit.message) + 1;
  const sounds = words(
    "message",
    ...sayNumber(number),
    ...(visit.message.urgent ? (["urgent"] as const) : []),
    ...(envelope ? received(box, visit.message, now) : []),
    ...(playCallerId ? sender(visit.message) : []),
  );
  return go({ at: "message", ...place(state), hearing: { kind: "envelope", path } }, say(...sounds));
}

/** When a message arrived, and how long it is. */
export function received(
  { language, timeZone }: VoicemailBox,
  message: VoicemailMessage,
  now: number,
): readonly SpokenKey[] {
  const { at, durationMs } = message;
  return [...sayReceived({ language, at, now, zone: timeZone }), ...sayLength({ language, durationMs })];
}

export function sender({ from }: VoicemailMessage): readonly SpokenKey[] {
  const digits = sayDigits(from.number);
  return digits.length === 0 ? ["from-unknown"] : ["from-number", ...digits];
}

/** From now on the message counts as heard. */
function begin(state: AtMessage, path: string): OwnerStep {
  const { state: after, effects } = play(state, path, 0);
  return go(after, tell({ kind: "heard", messageId: state.visit.message.id }), ...effects);
}

function play(state: AtMessage, path: string, fromMs: number): OwnerStep {
  if (fromMs >= state.visit.message.durationMs && fromMs > 0) return messageMenu(state, path);
  return go(
    { at: "message", ...place(state), hearing: { kind: "playing", path } },
    say({ kind: "file", path, fromMs, marked: true }),
  );
}

function press(state: At<"message">, { digit, markMs }: Pressed): OwnerStep {
  const { hearing } = state;
  const beyond = pressAnywhere(state, digit);
  if (beyond !== undefined) return beyond;
  switch (hearing.kind) {
    case "envelope":
      return digit === "#" ? begin(state, hearing.path) : stay(state);
    case "playing":
      return pressPlaying(state, { path: hearing.path, atMs: markMs ?? 0, digit });
    case "paused":
      return digit === "2" ? play(state, hearing.path, hearing.atMs) : pressPlaying(state, { ...hearing, digit });
    case "menu":
      return pressMenu(state, hearing, digit);
    default:
      return stay(state);
  }
}

/** Choices that are possible at any moment of a message. */
function pressAnywhere(state: At<"message">, digit: DtmfDigit): OwnerStep | undefined {
  const { hearing } = state;
  const path = hearing.kind === "fetching" ? undefined : hearing.path;
  switch (digit) {
    case "4":
      return turn(state, -1, path);
    case "5":
      return path === undefined ? openMessage(state) : begin(state, path);
    case "6":
      return turn(state, 1, path);
    case "7":
      return toggleDeleted(state, path);
    case "8":
      return askForward(state, 0);
    case "9":
      return openFolders(state.box, state.visit);
    case "0":
      return moreMenu(state);
    case "*":
      return leaveFolder(state, { kind: "main" });
    default:
      return undefined;
  }
}

function pressPlaying(
  state: At<"message">,
  { path, atMs, digit }: { readonly path: string; readonly atMs: number; readonly digit: DtmfDigit },
): OwnerStep {
  switch (digit) {
    case "1":
      return play(state, path, Math.max(0, atMs - LEAP_MS));
    case "2":
      return go(
        { ...state, hearing: { kind: "paused", path, atMs } },
        { kind: "hush" },
        { kind: "wait", ms: LONGEST_PAUSE_MS },
      );
    case "3":
      return play(state, path, atMs + LEAP_MS);
    case "#":
      return messageMenu(state, path);
    default:
      return stay(state);
  }
}

function pressMenu(state: At<"message">, { path }: Extract<Hearing, { kind: "menu" }>, digit: DtmfDigit): OwnerStep {
  if (digit === "#") return turn(state, 1, path);
  if (digit === "1" && path !== undefined)
    return play(state, path, Math.max(0, state.visit.message.durationMs - LEAP_MS));
  return messageMenu(state, path, "try-again");
}

function turn(state: AtMessage, by: 1 | -1, path: string | undefined): OwnerStep {
  const { box, visit } = state;
  const message = visit.messages[visit.messages.indexOf(visit.message) + by];
  if (message !== undefined) return openMessage({ box, visit: { ...visit, message } });
  return messageMenu(state, path, by > 0 ? "no-more-messages" : "no-earlier-messages");
}

function toggleDeleted({ box, visit }: AtMessage, path: string | undefined): OwnerStep {
  const { id } = visit.message;
  const was = visit.deleted.includes(id);
  const deleted = was ? visit.deleted.filter((one) => one !== id) : [...visit.deleted, id];
  return messageMenu({ box, visit: { ...visit, deleted } }, path, was ? "kept" : "deleted");
}

function place({ box, visit }: AtMessage): AtMessage {
  return { box, visit };
}

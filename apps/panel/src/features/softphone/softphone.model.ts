/** The state of the softphone's view and its rules. Pure. The calls themselves are in the webphone. */
import { isPrivateRoom, outsideRefusalOf, PARK_EXTENSION, stripNumber } from "@callpanel/contract";
import type { ListenMode } from "../../shared/phone/softphone.ts";
import type { PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import type { CallSnapshot, EndReason, PhoneState } from "@callpanel/webphone";
import type { NumberNames } from "../../shared/phone/numberNames.ts";
import type { SoftphoneButton } from "../../shared/phone/softphone.ts";
import { farEndMessages } from "../../shared/farEnd/farEnd.messages.ts";
import { cameText, thingName } from "../../shared/farEnd/farEnd.words.ts";
import type { FarWords } from "../../shared/farEnd/farEnd.words.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";

/** The open pane below the dial field; one at a time. */
export type Pane = "none" | "dialPad" | "log" | "contacts";

/** The lists of the softphone without a call (SOFT-81). */
export const HOME_LISTS = ["recent", "missed", "favorites"] as const;
export type HomeList = (typeof HOME_LISTS)[number];

/** The open dialog about a call. */
export interface CallDialog {
  readonly kind: "transfer" | "threeWay";
  readonly callId: string;
}

/** The person listens in on a call of others: the phone system says so, whatever code was dialled (FEATURE-5). */
export const isListening = ({ direction, far }: Pick<CallSnapshot, "direction" | "far">): boolean =>
  direction === "out" && far?.kind === "listening";

/** Where `Park` sends a call (SOFT-30). */
export function parkExtensionOf({ parkingLots }: Pick<Viewer, "parkingLots">): string {
  return parkingLots?.[0]?.extension ?? PARK_EXTENSION;
}

export interface SoftphoneState {
  /** The text of the dial field: a number, or the beginning of a name. */
  readonly field: string;
  readonly pane: Pane;
  readonly home: HomeList;
  /** The call that the person opened; it may have ended since. */
  readonly chosenCallId: string | null;
  /** The call whose dial pad is open. */
  readonly padCallId: string | null;
  /** The incoming call to announce, once. */
  readonly announcedCallId: string | null;
  /** The call that the person has dialled: it takes the focus as soon as it is shown, once (SOFT-80). */
  readonly focusCallId: string | null;
  /** A number was put into the dial field: it takes the focus as soon as it is shown, once (CTD-2). */
  readonly isFieldWanted: boolean;
  readonly contactSearch: string;
  readonly dialog: CallDialog | null;
  /** The people who hear the user in a call that listens in, if that was changed. */
  readonly listening: { readonly callId: string; readonly mode: ListenMode } | null;
}

export type SoftphoneAction =
  | { readonly type: "typed"; readonly text: string }
  | { readonly type: "keyPressed"; readonly key: string }
  | { readonly type: "fieldCleared" }
  | { readonly type: "numberGiven"; readonly number: string }
  | { readonly type: "fieldFocused" }
  | { readonly type: "paneToggled"; readonly pane: Exclude<Pane, "none"> }
  | { readonly type: "homeChosen"; readonly list: HomeList }
  | { readonly type: "contactsSearched"; readonly text: string }
  | { readonly type: "callOffered"; readonly callId: string }
  | { readonly type: "callChosen"; readonly callId: string }
  | { readonly type: "callDialled"; readonly callId: string }
  | { readonly type: "callFocused" }
  | { readonly type: "callPadToggled"; readonly callId: string }
  | { readonly type: "dialogOpened"; readonly dialog: CallDialog }
  | { readonly type: "dialogClosed" }
  | { readonly type: "listeningSet"; readonly callId: string; readonly mode: ListenMode }
  | { readonly type: "callEnded"; readonly callId: string };

export const INITIAL_SOFTPHONE: SoftphoneState = {
  field: "",
  pane: "none",
  home: "recent",
  chosenCallId: null,
  padCallId: null,
  announcedCallId: null,
  focusCallId: null,
  isFieldWanted: false,
  contactSearch: "",
  dialog: null,
  listening: null,
};

export function stepSoftphone(state: SoftphoneState, action: SoftphoneAction): SoftphoneState {
  switch (action.type) {
    case "typed":
      return state.field === action.text ? state : { ...state, field: action.text };
    case "keyPressed":
      return { ...state, field: state.field + action.key };
    case "fieldCleared":
      return state.field === "" ? state : { ...state, field: "" };
    case "numberGiven":
      return { ...state, field: action.number, isFieldWanted: true };
    case "fieldFocused":
      return state.isFieldWanted ? { ...state, isFieldWanted: false } : state;
    case "paneToggled": {
      const pane = state.pane === action.pane ? "none" : action.pane;
      return { ...state, pane, padCallId: pane === "dialPad" ? null : state.padCallId };
    }
    case "homeChosen":
      return { ...state, home: action.list };
    case "contactsSearched":
      return state.contactSearch === action.text ? state : { ...state, contactSearch: action.text };
    case "callOffered":
      return { ...state, announcedCallId: action.callId };
    case "callChosen":
      return state.chosenCallId === action.callId ? state : { ...state, chosenCallId: action.callId, padCallId: null };
    case "callDialled":
      return { ...state, chosenCallId: action.callId, padCallId: null, focusCallId: action.callId };
    case "callFocused":
      return state.focusCallId === null ? state : { ...state, focusCallId: null };
    case "callPadToggled": {
      if (state.padCallId === action.callId) return { ...state, padCallId: null };
      // With two open pads each key would count twice.
      const pane = state.pane === "dialPad" ? "none" : state.pane;
      return { ...state, pane, padCallId: action.callId, chosenCallId: action.callId };
    }
    case "dialogOpened":
      return { ...state, dialog: action.dialog };
    case "dialogClosed":
      return state.dialog === null ? state : { ...state, dialog: null };
    case "listeningSet":
      return { ...state, listening: { callId: action.callId, mode: action.mode } };
    case "callEnded":
      return withoutCall(state, action.callId);
  }
}

function withoutCall(state: SoftphoneState, callId: string): SoftphoneState {
  const { chosenCallId, padCallId, dialog } = state;
  if (chosenCallId !== callId && padCallId !== callId && dialog?.callId !== callId) return state;
  return {
    ...state,
    chosenCallId: chosenCallId === callId ? null : chosenCallId,
    padCallId: padCallId === callId ? null : padCallId,
    dialog: dialog?.callId === callId ? null : dialog,
  };
}

/** An incoming call that is not answered yet. */
export const isOffered = (call: CallSnapshot): boolean => call.direction === "in" && call.state === "initiating";

/** The open call of the stack: the chosen one, else the newest that is not on hold, else the newest (SOFT-9). */
export function openCallOf(calls: readonly CallSnapshot[], chosenCallId: string | null): CallSnapshot | undefined {
  const own = calls.filter((call) => !isOffered(call));
  return own.find(({ id }) => id === chosenCallId) ?? own.find(({ isOnHold }) => !isOnHold) ?? own[0];
}

/** The longest name that is shown or read out; longer ones are cut, by code point. */
export const NAME_CHARS = 80;

/**
 * Names come from strangers: control characters and marks that reorder text are removed, whitespace becomes one space, and
 * the rest is cut to the maximum length. An empty result means unknown.
 */
export function cleanName(name: string): string {
  const plain = name
    .replace(/\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const letters = Array.from(plain);
  return letters.length > NAME_CHARS ? `${letters.slice(0, NAME_CHARS).join("")}…` : plain;
}

/** The name of the other end: from the call, else from the directory, else the number. */
export function peerOf(call: Pick<CallSnapshot, "name" | "number">, directoryName = ""): string {
  return cleanName(call.name) || cleanName(directoryName) || cleanName(call.number) || "?";
}

/** The peer: what the phone system reports comes before what was dialled or received with the call. */
export function personOf({
  far,
  name,
  number,
}: Pick<CallSnapshot, "far" | "name" | "number">): Pick<CallSnapshot, "name" | "number"> {
  const isPerson = far?.kind === "person" || far?.kind === "outside" || far?.kind === "listening";
  return isPerson ? { name: far.name, number: far.number } : { name, number };
}

/** A mailbox, a room, a slot: its name is enough, the number adds nothing. */
export const isThing = ({ far }: Pick<CallSnapshot, "far">): boolean =>
  far !== undefined && ["mailbox", "messages", "room", "parking", "announcement", "queue"].includes(far.kind);

/** SOFT-70: a text with a name in it, or the names of a three-way call, is longer than one name. */
export const isLongName = ({ far }: Pick<CallSnapshot, "far">): boolean =>
  far?.kind === "mailbox" || (far?.kind === "room" && isPrivateRoom(far.number));

/** The peer of a call in words, with the name from the address book if it is known by now. */
export function peerNow(words: Words, names: NumberNames, call: CallSnapshot): string {
  const t: FarWords = (id, values) => words.text(farEndMessages, id, values);
  const thing = call.far && thingName(t, call.far);
  if (thing) return cleanName(thing);
  const person = personOf(call);
  return peerOf(person, names.of(person.number).get()?.name);
}

const WHOLE_NUMBER_DIGITS = 10;

/** Whether a number, in any spelling, is that of the call's far end. */
export function isInCall(call: CallSnapshot | undefined, number: string): boolean {
  const there = stripNumber(call?.far?.number ?? call?.number ?? "").replace("+", "");
  const wanted = stripNumber(number).replace("+", "");
  if (there === wanted) return wanted !== "";
  return (
    Math.min(there.length, wanted.length) >= WHOLE_NUMBER_DIGITS && (there.endsWith(wanted) || wanted.endsWith(there))
  );
}

/** How the call came, in words; null if it was simply dialled and answered. */
export function cameNow(words: Words, { far }: Pick<CallSnapshot, "far">): string | null {
  return far?.came ? cleanName(cameText((id, values) => words.text(farEndMessages, id, values), far.came)) : null;
}

/** The toolbar button: the call that needs attention most decides. */
export function buttonOf(state: PhoneState, calls: readonly CallSnapshot[], missedCount: number): SoftphoneButton {
  const order = ["ringing", "on-call", "muted", "on-hold"] as const;
  const visuals = new Set(calls.map(({ visual }) => (visual === "calling" ? "ringing" : visual)));
  return { status: state, call: order.find((visual) => visuals.has(visual)) ?? "idle", missedCount };
}

/** The notice for a call that ended without a hang-up; null when the person knows already. An answered call ends like this when no other person took it. `cause`: the text for `failed`. */
export function endNoticeOf(
  call: CallSnapshot,
  reason: EndReason,
  cause: string,
  peer = peerOf(call),
): { readonly code: PanelErrorCode; readonly details: ErrorDetails } | null {
  const details = { number: peer };
  const answered = call.answeredAt !== undefined;
  switch (reason) {
    case "busy":
      return { code: "call.busy", details };
    case "no-answer":
      return call.direction === "out" || answered ? { code: "call.noAnswer", details } : null;
    case "unavailable":
      return { code: "call.unavailable", details };
    case "rejected":
      return call.direction === "out" || answered ? { code: "call.rejected", details } : null;
    case "not-found":
      // It is the number that does not exist, so show the number and not a name.
      return { code: "call.notFound", details: { number: cleanName(call.number) || peer } };
    case "congested":
      return { code: "call.congested", details };
    case "media":
      return { code: "sipua.error.media", details: {} };
    case "no-microphone":
      return { code: "call.noMicrophone", details };
    case "lost":
      return { code: "call.lost", details };
    case "unreachable":
      return { code: "call.unreachable", details };
    case "failed":
      return { code: "call.failed", details: { ...details, reason: cause } };
    case "hangup":
    case "remote":
    case "canceled":
    case "answered-elsewhere":
    case "handled-elsewhere":
      return null;
  }
}

/**
 * SOFT-44: the phone system's own text for a refusal. For people, the panel's text is better and in the person's language;
 * for a feature code, and for an unknown reason, the phone system knows more.
 */
export function refusalNoticeOf(
  call: CallSnapshot,
  { reason, warning = "" }: { readonly reason: EndReason; readonly warning?: string | undefined },
  peer: string,
): { readonly code: PanelErrorCode; readonly details: ErrorDetails } | null {
  const said = cleanName(warning);
  if (said === "" || call.direction === "in" || call.answeredAt !== undefined) return null;
  const outside = outsideRefusalOf(said, cleanName(call.number));
  if (outside !== undefined) return outside;
  const ofCode = call.number.startsWith("*") && (reason === "rejected" || reason === "unavailable");
  if (!ofCode && reason !== "not-found" && reason !== "failed") return null;
  return { code: "call.failed", details: { number: peer, reason: said } };
}

/** Why a transfer failed, by the reason phrases of RFC 3261 §21 and the webphone's own; null for any other. */
export function failOf(
  phrase: string,
): "busy" | "noAnswer" | "unavailable" | "rejected" | "notFound" | "canceled" | "media" | null {
  switch (phrase.toLowerCase()) {
    case "busy here":
    case "busy everywhere":
      return "busy";
    case "request timeout":
    case "no answer":
      return "noAnswer";
    case "temporarily unavailable":
      return "unavailable";
    case "decline":
    case "forbidden":
      return "rejected";
    case "not found":
    case "does not exist anywhere":
      return "notFound";
    case "request terminated":
      return "canceled";
    case "not acceptable here":
    case "no common media":
      return "media";
    default:
      return null;
  }
}

/** The keys of a phone, row by row, with their letters. */
export const KEY_ROWS = [
  [
    ["1", ""],
    ["2", "ABC"],
    ["3", "DEF"],
  ],
  [
    ["4", "GHI"],
    ["5", "JKL"],
    ["6", "MNO"],
  ],
  [
    ["7", "PQRS"],
    ["8", "TUV"],
    ["9", "WXYZ"],
  ],
  [
    ["*", ""],
    ["0", "+"],
    ["#", ""],
  ],
] as const;

export const isTelephoneKey = (key: string): boolean => /^[0-9*#]$/.test(key);

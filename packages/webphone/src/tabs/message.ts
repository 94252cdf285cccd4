/**
 * What tabs say to each other about their one phone. Another tab may run another build of the panel: what is said carries
 * a version, is parsed, and what does not fit is dropped.
 */
import type { ActionResult, CallSnapshot, Webphone, WebphoneEvent, WebphoneSnapshot } from "../webphone.ts";

/** Goes up with every change of a message's meaning; tabs of different versions have a phone each. */
export const TABS_VERSION = 3;

/** What the owner does for another tab. */
export const ACTIONS = [
  "probe",
  "call",
  "answer",
  "reject",
  "hangUp",
  "setHold",
  "setMute",
  "sendDigit",
  "transfer",
  "startAttendedTransfer",
  "completeTransfer",
  "cancelTransfer",
  "setVolume",
  "setRingVolume",
  "setRingback",
  "setStunServers",
  "testSound",
  "startCheck",
  "stopCheck",
  "refreshDevices",
  "chooseDevice",
  "setNoiseReduction",
  "playKey",
  "clearMissed",
] as const satisfies readonly (keyof Webphone)[];

export type Action = (typeof ACTIONS)[number];
export type Argument = string | number;
export type Answer = ActionResult & { readonly callId?: string };

export type TabMessage =
  /** A new tab requests the current state. */
  | { readonly kind: "hello" }
  /** From the owner: what changed of the snapshot, or all of it. */
  | { readonly kind: "state"; readonly owner: string; readonly part: Partial<WebphoneSnapshot> }
  | { readonly kind: "event"; readonly event: WebphoneEvent }
  | { readonly kind: "ask"; readonly id: string; readonly action: Action; readonly args: readonly Argument[] }
  /** The owner is alive and at it. */
  | { readonly kind: "heard"; readonly id: string }
  | { readonly kind: "answer"; readonly id: string; readonly answer: Answer }
  /** The person has signed out. */
  | { readonly kind: "end" };

export const writeMessage = (message: TabMessage): object => ({ version: TABS_VERSION, ...message });

/** Undefined for a message of another kind or version. */
export function readMessage(value: unknown): TabMessage | undefined {
  const { version, kind, id, action, args, owner, part, event, answer } = fields(value);
  if (version !== TABS_VERSION) return undefined;
  switch (kind) {
    case "hello":
    case "end":
      return { kind };
    case "heard":
      return isText(id) ? { kind, id } : undefined;
    case "state":
      return isText(owner) && isPart(part) ? { kind, owner, part } : undefined;
    case "event":
      return isEvent(event) ? { kind, event } : undefined;
    case "ask":
      return isText(id) && isAction(action) && isArguments(args) ? { kind, id, action, args } : undefined;
    case "answer":
      return isText(id) && isAnswer(answer) ? { kind, id, answer } : undefined;
    default:
      return undefined;
  }
}

type Fields = Partial<Record<string, unknown>>;
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const fields = (value: unknown): Fields => (isObject(value) ? { ...value } : {});
const isText = (value: unknown): value is string => typeof value === "string";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);

const isAction = (value: unknown): value is Action => ACTIONS.some((action) => action === value);
const isArguments = (value: unknown): value is readonly Argument[] =>
  isListOf(value, (one) => isText(one) || isNumber(one));

const isAnswer = (value: unknown): value is Answer => {
  const { ok, code, details } = fields(value);
  return ok === true || (ok === false && isText(code) && isObject(details));
};

const isCall = (value: unknown): value is CallSnapshot => {
  const call = fields(value);
  const texts = [call["id"], call["number"], call["name"], call["direction"], call["state"], call["visual"]];
  return [...texts, call["digitsReceived"], call["digitsSent"]].every(isText) && isNumber(call["startedAt"]);
};

const PARTS: Readonly<Record<keyof WebphoneSnapshot, (value: unknown) => boolean>> = {
  status: isNumber,
  state: (value) => value === "registered" || value === "connecting" || value === "not-registered",
  calls: (value) => isListOf(value, isCall),
  canCall: isFlag,
  volume: isNumber,
  ringVolume: isNumber,
  ringback: isText,
  stunServers: isText,
  check: (value) => value === null || isText(fields(value)["phase"]),
  log: (value) => isListOf(value, (one) => isText(fields(one)["num"]) && isNumber(fields(one)["time"])),
  missedCount: isNumber,
  devices: (value) => isListOf(fields(value)["inputs"], isObject) && isListOf(fields(value)["outputs"], isObject),
  noise: isText,
  audioLocked: isFlag,
  needsCloseConfirmation: isFlag,
  place: isText,
};

function isPart(value: unknown): value is Partial<WebphoneSnapshot> {
  const part = fields(value);
  return isObject(value) && Object.entries(PARTS).every(([key, fits]) => part[key] === undefined || fits(part[key]));
}

function isEvent(value: unknown): value is WebphoneEvent {
  const { kind, call, code, details, newCount, oldCount, warning } = fields(value);
  if (kind === "failure") return isText(code) && isObject(details);
  if (kind === "messageWaiting") return isNumber(newCount) && isNumber(oldCount);
  return isText(kind) && isCall(call) && (warning === undefined || isText(warning));
}

/** What a fake phone shows: its snapshot with the calls in it, and who listens. */
import type {
  ActionResult,
  CallSnapshot,
  CallVisual,
  EndReason,
  WebphoneEvent,
  WebphoneSnapshot,
} from "@callpanel/webphone";
import { OK, refused } from "./actions.ts";

export type PhoneState = ReturnType<typeof createPhoneState>;

const NOT_MISSED: ReadonlySet<EndReason> = new Set(["answered-elsewhere", "handled-elsewhere"]);
const EMPTY: WebphoneSnapshot = {
  status: 3,
  state: "registered",
  calls: [],
  canCall: true,
  volume: 1,
  ringVolume: 0.6,
  ringback: "network",
  stunServers: "",
  check: null,
  log: [],
  missedCount: 0,
  devices: {
    inputs: [{ deviceId: "mic-1", label: "Headset" }],
    outputs: [{ deviceId: "out-1", label: "Headset" }],
    chosen: { input: "", output: "", ring: "" },
    canChooseOutput: true,
  },
  noise: "off",
  audioLocked: false,
  needsCloseConfirmation: false,
  place: "here",
};

/** `now` gives ms since epoch for start and answer times. */
export function createPhoneState(now: () => number) {
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: WebphoneEvent) => void>();
  let snapshot = EMPTY;
  let nextId = 1;

  const show = (part: Partial<WebphoneSnapshot>): void => {
    const next = { ...snapshot, ...part };
    const dialling = next.calls.some((call) => call.direction === "out" && call.state === "initiating");
    snapshot = { ...next, canCall: next.status === 3 && !dialling, needsCloseConfirmation: next.calls.length > 0 };
    for (const listener of listeners) listener();
  };
  const tell = (event: WebphoneEvent): void => {
    for (const listener of eventListeners) listener(event);
  };
  const find = (callId: string) => snapshot.calls.find((call) => call.id === callId);
  const change = (callId: string, part: Partial<CallSnapshot>): void =>
    show({
      calls: snapshot.calls.map((call) => (call.id === callId ? withVisual(timed({ ...call, ...part })) : call)),
    });
  const timed = ({ heldAt, ...call }: CallSnapshot): CallSnapshot =>
    call.isOnHold ? { ...call, heldAt: heldAt ?? now() } : call;
  const add = (from: NewCall): CallSnapshot => {
    const call = newCall(`fake-${nextId++}`, now(), from);
    show({ calls: [call, ...snapshot.calls] });
    return call;
  };
  const log = (call: CallSnapshot, dir: "in" | "out" | "mis"): void =>
    show({
      log: [{ time: call.startedAt, num: call.number, name: call.name, dir }, ...snapshot.log],
      missedCount: snapshot.missedCount + (dir === "mis" ? 1 : 0),
    });
  const end = (callId: string, reason: EndReason, warning?: string): ActionResult => {
    const call = find(callId);
    if (!call) return refused("sipua.error.ended");
    show({ calls: snapshot.calls.filter(({ id }) => id !== callId) });
    if (call.direction === "in" && call.state === "initiating" && !NOT_MISSED.has(reason)) log(call, "mis");
    tell({ kind: "callEnded", call, reason, warning });
    return OK;
  };
  const holdOthers = (callId: string): void => {
    for (const call of snapshot.calls)
      if (call.id !== callId && call.state === "answered") change(call.id, { isOnHold: true });
  };
  const answered = (callId: string): void => {
    holdOthers(callId);
    change(callId, { state: "answered", answeredAt: now() });
    const call = find(callId);
    if (!call) return;
    if (call.direction === "in") log(call, "in");
    tell({ kind: "callAnswered", call });
  };
  return {
    get: () => snapshot,
    show,
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
    onEvent: (listener: (event: WebphoneEvent) => void) => (
      eventListeners.add(listener),
      () => eventListeners.delete(listener)
    ),
    tell,
    find,
    change,
    add,
    log,
    end,
    answered,
    holdOthers,
  };
}

type NewCall = Pick<CallSnapshot, "number" | "direction"> & Partial<CallSnapshot>;

function newCall(id: string, startedAt: number, from: NewCall): CallSnapshot {
  return {
    id,
    name: "",
    state: "initiating",
    visual: from.direction === "in" ? "ringing" : "calling",
    isOnHold: false,
    isMuted: false,
    startedAt,
    answeredAt: undefined,
    digitsReceived: "",
    digitsSent: "",
    ...from,
  };
}

function withVisual(call: CallSnapshot): CallSnapshot {
  if (call.state === "initiating") return call;
  const visual: CallVisual = call.isOnHold ? "on-hold" : call.isMuted ? "muted" : "on-call";
  return { ...call, visual };
}

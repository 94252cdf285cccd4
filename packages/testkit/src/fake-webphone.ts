/**
 * A phone without a network: starts registered, does what is asked at once, and lets a test play the far end through
 * `far`. `asked` records every action by name and arguments.
 */
import { checkDialable, DEFAULT_FEATURE_CODES, MAX_CALLS_DEFAULT } from "@callpanel/contract";
import type { PanelErrorCode, ErrorDetails } from "@callpanel/contract";
import type {
  ActionResult,
  CallSnapshot,
  CallTransfer,
  CallVisual,
  EndReason,
  Quality,
  Webphone,
  WebphoneEvent,
  WebphoneSnapshot,
} from "@callpanel/webphone";

export interface FarEnd {
  registers(): void;
  /** The connection is lost; the phone reads `connecting`. */
  drops(): void;
  /** A call comes in; gives its id. */
  calls(from: {
    readonly number: string;
    readonly name?: string;
    readonly autoAnswer?: boolean;
    readonly headers?: Readonly<Record<string, string>>;
    readonly far?: CallSnapshot["far"];
  }): string;
  /** The phone system says who is there now. */
  faces(callId: string, far: CallSnapshot["far"]): void;
  /** The far end of an outgoing call rings. */
  rings(callId: string): void;
  answers(callId: string): void;
  /** `warning`: the words of a refusal. */
  ends(callId: string, reason?: EndReason, warning?: string): void;
  /** The way of the call's sound is lost and looked for. */
  loses(callId: string): void;
  /** Its sound never found a way. */
  neverReaches(callId: string): void;
  sounds(callId: string, quality: Quality): void;
  /** A digit by SIP INFO. */
  presses(callId: string, digit: string): void;
  /** The transfer of that call: the target is reached, or why not. */
  transferred(callId: string): void;
  transferFails(callId: string, fail: string): void;
  /** The next action of that name is refused. */
  refusesNext(action: keyof Webphone, code: PanelErrorCode, details?: ErrorDetails): void;
  /** A failure of an action that is not awaited. */
  fails(code: PanelErrorCode, details?: ErrorDetails): void;
  /** Something happens once. */
  tells(event: WebphoneEvent): void;
  /** The browser blocks sound until `unlockAudio`. */
  locksAudio(): void;
  /** Replaces parts of the snapshot: devices, log, missed count. */
  shows(part: Partial<WebphoneSnapshot>): void;
}

export interface FakeWebphone extends Webphone {
  readonly far: FarEnd;
  readonly asked: readonly string[];
}

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
  audioLocked: false,
  needsCloseConfirmation: false,
  place: "here",
};

/** Makes a registered fake phone. `now` gives ms since epoch for start and answer times. */
export function createFakeWebphone(options: { readonly now?: () => number } = {}): FakeWebphone {
  const now = options.now ?? (() => Date.now());
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: WebphoneEvent) => void>();
  const asked: string[] = [];
  const refusals = new Map<string, { code: PanelErrorCode; details: ErrorDetails }>();
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
    show({ calls: snapshot.calls.map((call) => (call.id === callId ? withVisual({ ...call, ...part }) : call)) });
  const add = (call: CallSnapshot): string => {
    show({ calls: [call, ...snapshot.calls] });
    return call.id;
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
    if (call.direction === "in" && call.state === "initiating" && reason !== "answered-elsewhere") log(call, "mis");
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
  /** Records the action and gives its scripted refusal, if any. */
  const ask = (action: keyof Webphone, ...args: readonly (string | number)[]): ActionResult => {
    asked.push([action, ...args].join(" "));
    const refusal = refusals.get(action);
    refusals.delete(action);
    return refusal ? { ok: false, ...refusal } : OK;
  };
  const onCall = (
    action: keyof Webphone,
    callId: string,
    run: () => void,
    ...args: readonly string[]
  ): ActionResult => {
    const result = ask(action, callId, ...args);
    if (!result.ok) return result;
    if (!find(callId)) return refused("sipua.error.ended");
    run();
    return OK;
  };
  const dial = (typed: string): ActionResult & { readonly callId?: string } => {
    const result = ask("call", typed);
    if (!result.ok) return result;
    const check = checkDialable(typed, DEFAULT_FEATURE_CODES);
    if (!check.ok) return refused(check.code, { number: typed });
    if (snapshot.status !== 3) return refused("sipua.hint.notReady");
    if (snapshot.calls.length >= MAX_CALLS_DEFAULT)
      return refused("sipua.error.maxCallsOut", { limit: MAX_CALLS_DEFAULT });
    holdOthers("");
    const callId = add(newCall(`fake-${nextId++}`, check.number, "", "out", now()));
    const call = find(callId);
    if (call) log(call, "out");
    return { ok: true, callId };
  };

  const targets = new Map<string, string>();
  const part = (callId: string, transfer: CallTransfer | undefined): void =>
    show({
      calls: snapshot.calls.map((call) => {
        if (call.id !== callId) return call;
        const { transfer: _before, ...rest } = call;
        return transfer ? { ...rest, transfer } : rest;
      }),
    });
  const pairOf = (callId: string): { readonly firstId: string; readonly secondId: string } => {
    const own = find(callId)?.transfer;
    const otherId = own?.otherId ?? "";
    return own?.role === "consultation"
      ? { firstId: otherId, secondId: callId }
      : { firstId: callId, secondId: otherId };
  };
  const requested = (firstId: string, secondId: string | undefined, number: string): void => {
    targets.set(firstId, number);
    part(firstId, { role: "transferee", phase: "requested", otherId: secondId, to: number });
    if (secondId !== undefined)
      part(secondId, { role: "consultation", phase: "requested", otherId: firstId, to: number });
    const call = find(firstId);
    if (call) tell({ kind: "transferInitiated", call, number });
  };
  const consult = (callId: string, destination: string): ActionResult & { readonly callId?: string } => {
    const result = ask("startAttendedTransfer", callId, destination);
    if (!result.ok) return result;
    const check = checkDialable(destination, DEFAULT_FEATURE_CODES);
    if (!check.ok) return refused("sipua.error.destinationAttended", { value: destination });
    holdOthers("");
    const secondId = add(newCall(`fake-${nextId++}`, check.number, "", "out", now()));
    part(callId, { role: "transferee", phase: "consulting", otherId: secondId });
    part(secondId, { role: "consultation", phase: "consulting", otherId: callId });
    return { ok: true, callId: secondId };
  };

  return {
    asked,
    getSnapshot: () => snapshot,
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    onEvent: (listener) => (eventListeners.add(listener), () => eventListeners.delete(listener)),
    start: () => ask("start"),
    stop: () => (ask("stop"), show({ status: 0, state: "not-registered", calls: [] }), Promise.resolve()),
    leave: () => void ask("leave"),
    probe: () => void ask("probe"),
    call: (number) => Promise.resolve(dial(number)),
    answer: (callId) => Promise.resolve(onCall("answer", callId, () => answered(callId))),
    reject: (callId) => onCall("reject", callId, () => end(callId, "hangup")),
    hangUp: (callId) => onCall("hangUp", callId, () => end(callId, "hangup")),
    setHold: (callId, hold) =>
      Promise.resolve(
        onCall(
          "setHold",
          callId,
          () => {
            if (hold === "unhold") holdOthers(callId);
            change(callId, { isOnHold: hold === "hold" });
          },
          hold,
        ),
      ),
    setMute: (callId, mute) => onCall("setMute", callId, () => change(callId, { isMuted: mute === "mute" }), mute),
    sendDigit: (callId, digit) =>
      onCall(
        "sendDigit",
        callId,
        () => change(callId, { digitsSent: `${find(callId)?.digitsSent ?? ""}${digit}` }),
        digit,
      ),
    transfer: (callId, destination) =>
      checkDialable(destination, DEFAULT_FEATURE_CODES).ok
        ? onCall("transfer", callId, () => requested(callId, undefined, destination), destination)
        : refused("sipua.error.destination", { value: destination }),
    startAttendedTransfer: (callId, destination) => Promise.resolve(consult(callId, destination)),
    completeTransfer: (callId) =>
      onCall("completeTransfer", callId, () => {
        const { firstId, secondId } = pairOf(callId);
        requested(firstId, secondId, find(secondId)?.number ?? "");
      }),
    cancelTransfer: (callId) =>
      Promise.resolve(
        onCall("cancelTransfer", callId, () => {
          const { firstId, secondId } = pairOf(callId);
          part(firstId, undefined);
          end(secondId, "hangup");
          change(firstId, { isOnHold: false });
        }),
      ),
    publish: ({ doNotDisturb, forward, followMe }) => {
      const calls = forward?.isOn === true ? forward.number : forward && "off";
      ask("publish", `dnd ${doNotDisturb}`, `forward ${calls}`, `followme ${followMe}`);
    },
    setVolume: (volume) => (ask("setVolume", volume), show({ volume })),
    setRingVolume: (ringVolume) => (ask("setRingVolume", ringVolume), show({ ringVolume })),
    setRingback: (ringback) => (ask("setRingback", ringback), show({ ringback })),
    setStunServers: (stunServers) => (ask("setStunServers", stunServers), show({ stunServers })),
    testSound: (kind) => void ask("testSound", kind),
    startCheck: () => ask("startCheck"),
    stopCheck: () => (ask("stopCheck"), show({ check: null })),
    refreshDevices: () => Promise.resolve(void ask("refreshDevices")),
    chooseDevice: (kind, deviceId) => {
      const result = ask("chooseDevice", kind, deviceId);
      const { devices } = snapshot;
      if (result.ok) show({ devices: { ...devices, chosen: { ...devices.chosen, [kind]: deviceId } } });
      return Promise.resolve(result);
    },
    unlockAudio: () => (ask("unlockAudio"), show({ audioLocked: false }), Promise.resolve()),
    playKey: (digit) => void ask("playKey", digit),
    logDiverted: (calls) => {
      ask("logDiverted", ...calls.map(({ call_id }) => call_id));
      const entries = calls.map(({ call_id: callId, at, number, name, why, to, missed }) => ({
        time: at,
        num: number,
        name,
        dir: missed ? ("mis" as const) : ("in" as const),
        diverted: { callId, why, to },
      }));
      const missedCount = snapshot.missedCount + calls.filter(({ missed }) => missed).length;
      if (snapshot.place === "here") show({ log: [...entries, ...snapshot.log], missedCount });
      return snapshot.place === "here";
    },
    clearMissed: () => (ask("clearMissed"), show({ missedCount: 0 })),
    far: {
      registers: () => show({ status: 3, state: "registered" }),
      drops: () => show({ status: 0, state: "connecting" }),
      calls: ({ number, name = "", autoAnswer = false, headers, far: there }) => {
        const made = newCall(`fake-${nextId++}`, number, name, "in", now());
        const call = { ...made, ...(headers && { headers }), ...(there && { far: there }) };
        add(call);
        tell({ kind: "incomingCall", call, autoAnswer });
        return call.id;
      },
      faces: (callId, there) => change(callId, there ? { far: there } : {}),
      rings: (callId) => change(callId, { visual: "ringing" }),
      answers: answered,
      transferred: (callId) => {
        const call = find(callId);
        const { secondId } = pairOf(callId);
        end(secondId, "hangup");
        end(callId, "hangup");
        if (call) tell({ kind: "transferAccepted", call, number: targets.get(callId) ?? "" });
      },
      transferFails: (callId, fail) => {
        const number = targets.get(callId) ?? "";
        const { secondId } = pairOf(callId);
        part(callId, secondId === "" ? undefined : { role: "transferee", phase: "consulting", otherId: secondId });
        part(secondId, { role: "consultation", phase: "consulting", otherId: callId });
        const call = find(callId);
        const details = { num: number, fail };
        if (call) tell({ kind: "transferFailed", call, number, code: "sipua.xfer.failed", details });
      },
      ends: (callId, reason = "remote", warning) => void end(callId, reason, warning),
      sounds: (callId, quality) => change(callId, { quality }),
      loses: (callId) => change(callId, { isReconnecting: true }),
      neverReaches: (callId) => change(callId, { isReconnecting: true, isUnreachable: true }),
      presses: (callId, digit) => change(callId, { digitsReceived: `${find(callId)?.digitsReceived ?? ""}${digit}` }),
      refusesNext: (action, code, details = {}) => void refusals.set(action, { code, details }),
      fails: (code, details = {}) => tell({ kind: "failure", code, details }),
      tells: tell,
      locksAudio: () => show({ audioLocked: true }),
      shows: show,
    },
  };
}

const OK: ActionResult = { ok: true };
const refused = (code: PanelErrorCode, details: ErrorDetails = {}): ActionResult => ({ ok: false, code, details });

function newCall(id: string, number: string, name: string, direction: "in" | "out", startedAt: number): CallSnapshot {
  return {
    id,
    number,
    name,
    direction,
    state: "initiating",
    visual: direction === "in" ? "ringing" : "calling",
    isOnHold: false,
    isMuted: false,
    startedAt,
    answeredAt: undefined,
    digitsReceived: "",
    digitsSent: "",
  };
}

function withVisual(call: CallSnapshot): CallSnapshot {
  if (call.state === "initiating") return call;
  const visual: CallVisual = call.isOnHold ? "on-hold" : call.isMuted ? "muted" : "on-call";
  return { ...call, visual };
}

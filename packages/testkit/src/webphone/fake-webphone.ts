/**
 * A phone without a network: starts registered, does what is asked synchronously, and lets a test play the far end
 * through `far`. `asked` records every action by name and arguments.
 */
import { checkDialable, DEFAULT_FEATURE_CODES, MAX_CALLS_DEFAULT } from "@callpanel/contract";
import type { FeatureCode } from "@callpanel/contract";
import type { ActionResult, Webphone } from "@callpanel/webphone";
import { createActions, OK, refused } from "./actions.ts";
import type { Actions } from "./actions.ts";
import { createFarEnd } from "./far-end.ts";
import type { FarEnd } from "./far-end.ts";
import { createPhoneState } from "./phone-state.ts";
import type { PhoneState } from "./phone-state.ts";
import { createTransfers } from "./transfers.ts";

export interface FakeWebphone extends Webphone {
  readonly far: FarEnd;
  readonly asked: readonly string[];
}

export interface FakeWebphoneOptions {
  /** Ms since epoch, for start and answer times. */
  readonly now?: () => number;
  readonly featureCodes?: readonly FeatureCode[];
}

/** Makes a registered fake phone. */
export function createFakeWebphone(options: FakeWebphoneOptions = {}): FakeWebphone {
  const { featureCodes = DEFAULT_FEATURE_CODES } = options;
  const state = createPhoneState(options.now ?? (() => Date.now()));
  const actions = createActions();
  const transfers = createTransfers(state);
  const { asked, ask } = actions;

  const onCall = (
    action: keyof Webphone,
    callId: string,
    run: () => void,
    ...args: readonly string[]
  ): ActionResult => {
    const result = ask(action, callId, ...args);
    if (!result.ok) return result;
    if (!state.find(callId)) return refused("sipua.error.ended");
    run();
    return OK;
  };
  const dial = (typed: string): ActionResult & { readonly callId?: string } => {
    const result = ask("call", typed);
    if (!result.ok) return result;
    const check = checkDialable(typed, featureCodes);
    if (!check.ok) return refused(check.code, { number: typed });
    if (state.get().status !== 3) return refused("sipua.hint.notReady");
    if (state.get().calls.length >= MAX_CALLS_DEFAULT)
      return refused("sipua.error.maxCallsOut", { limit: MAX_CALLS_DEFAULT });
    state.holdOthers("");
    const call = state.add({ number: check.number, direction: "out" });
    state.log(call, "out");
    return { ok: true, callId: call.id };
  };

  const consult = (callId: string, destination: string): ActionResult & { readonly callId?: string } => {
    const result = ask("startAttendedTransfer", callId, destination);
    if (!result.ok) return result;
    const check = checkDialable(destination, featureCodes);
    if (!check.ok) return refused("sipua.error.destinationAttended", { value: destination });
    return { ok: true, callId: transfers.consult(callId, check.number) };
  };

  return {
    asked,
    getSnapshot: state.get,
    subscribe: state.subscribe,
    onEvent: state.onEvent,
    start: () => ask("start"),
    stop: () => (ask("stop"), state.show({ status: 0, state: "not-registered", calls: [] }), Promise.resolve()),
    leave: () => void ask("leave"),
    probe: () => void ask("probe"),
    call: (number) => Promise.resolve(dial(number)),
    answer: (callId) => Promise.resolve(onCall("answer", callId, () => state.answered(callId))),
    reject: (callId) => onCall("reject", callId, () => state.end(callId, "hangup")),
    hangUp: (callId) => onCall("hangUp", callId, () => state.end(callId, "hangup")),
    setHold: (callId, hold) =>
      Promise.resolve(
        onCall(
          "setHold",
          callId,
          () => {
            if (hold === "unhold") state.holdOthers(callId);
            state.change(callId, { isOnHold: hold === "hold" });
          },
          hold,
        ),
      ),
    setMute: (callId, mute) =>
      onCall("setMute", callId, () => state.change(callId, { isMuted: mute === "mute" }), mute),
    sendDigit: (callId, digit) =>
      onCall(
        "sendDigit",
        callId,
        () => state.change(callId, { digitsSent: `${state.find(callId)?.digitsSent ?? ""}${digit}` }),
        digit,
      ),
    transfer: (callId, destination) =>
      checkDialable(destination, featureCodes).ok
        ? onCall("transfer", callId, () => transfers.request(callId, destination), destination)
        : refused("sipua.error.destination", { value: destination }),
    startAttendedTransfer: (callId, destination) => Promise.resolve(consult(callId, destination)),
    completeTransfer: (callId) => onCall("completeTransfer", callId, () => transfers.complete(callId)),
    cancelTransfer: (callId) => Promise.resolve(onCall("cancelTransfer", callId, () => transfers.cancel(callId))),
    publish: ({ doNotDisturb, forward, followMe }) => {
      const calls = forward?.isOn === true ? forward.number : forward && "off";
      ask("publish", `dnd ${doNotDisturb}`, `forward ${calls}`, `followme ${followMe}`);
    },
    ...createSettings(state, actions),
    far: createFarEnd(state, transfers, actions),
  };
}

type Settings = Pick<
  Webphone,
  | "setVolume"
  | "setRingVolume"
  | "setRingback"
  | "setStunServers"
  | "testSound"
  | "startCheck"
  | "stopCheck"
  | "refreshDevices"
  | "chooseDevice"
  | "setNoiseReduction"
  | "unlockAudio"
  | "playKey"
  | "logDiverted"
  | "clearMissed"
>;

/** What concerns no single call: sound, devices, the log. */
function createSettings(state: PhoneState, { ask }: Actions): Settings {
  const { show } = state;
  return {
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
      const { devices } = state.get();
      if (result.ok) show({ devices: { ...devices, chosen: { ...devices.chosen, [kind]: deviceId } } });
      return Promise.resolve(result);
    },
    setNoiseReduction: (wanted) => (
      ask("setNoiseReduction", wanted),
      show({ noise: wanted === "on" ? "ready" : "off" })
    ),
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
      const missedCount = state.get().missedCount + calls.filter(({ missed }) => missed).length;
      if (state.get().place === "here") show({ log: [...entries, ...state.get().log], missedCount });
      return state.get().place === "here";
    },
    clearMissed: () => (ask("clearMissed"), show({ missedCount: 0 })),
  };
}

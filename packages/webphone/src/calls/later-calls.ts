/** The calls of the phone, whose code is loaded after the registration (PHONE-160). */
import type { Later } from "../later.ts";
import { loadWithin } from "../later.ts";
import { isNoiseReduced, keepNoiseChoice, noiseBeforeCalls } from "../noise-choice.ts";
import { CALLS_KEY, userStore } from "../storage.ts";
import type { ActionResult, NoiseState, Webphone, WebphoneOptions } from "../webphone.ts";
import type { PhoneCalls, PhoneCallsDeps } from "./phone-calls.ts";
import { refused } from "./refusal.ts";

/** A dialled call waits this long for the code. */
export const DIAL_WAIT_MS = 10_000;

export interface PhoneCallsCode {
  createPhoneCalls(options: WebphoneOptions, deps: PhoneCallsDeps): PhoneCalls;
}

type CallActions = Pick<
  Webphone,
  | "answer"
  | "reject"
  | "hangUp"
  | "setHold"
  | "setMute"
  | "sendDigit"
  | "transfer"
  | "startAttendedTransfer"
  | "completeTransfer"
  | "cancelTransfer"
>;

export interface LaterCalls {
  /** Undefined until there was a first call, or until there are calls of an earlier page. */
  now(): PhoneCalls | undefined;
  /** Their code is there: a call came in. */
  made(): PhoneCalls | undefined;
  /** Waits for the code; undefined if it cannot be loaded. */
  load(): Promise<PhoneCalls | undefined>;
  /** The phone was started: calls of an earlier page are taken back. */
  recall(): void;
  /** The phone stops: its calls end, with `withdraw` also those of an earlier page whose code is still being loaded. */
  end(published: "withdraw" | "keep"): Promise<void> | undefined;
  actions(): CallActions;
  noise(): NoiseState;
  setNoise(wanted: "on" | "off"): void;
}

export interface LaterCallsDeps extends PhoneCallsDeps {
  readonly code: Later<PhoneCallsCode>;
}

export function createLaterCalls(options: WebphoneOptions, { code, ...deps }: LaterCallsDeps): LaterCalls {
  const { clock, storage } = deps;
  const kept = userStore(options.callStorage, options.username);
  let calls: PhoneCalls | undefined;
  /** Between start and stop. */
  let isOn = false;
  let noise = noiseBeforeCalls(deps.noise, isNoiseReduced(storage));

  const made = (): PhoneCalls | undefined => {
    const ready = code.now();
    if (calls || !ready) return calls;
    calls = ready.createPhoneCalls(options, deps);
    if (isOn) recallNow(calls);
    return calls;
  };
  const recallNow = ({ recall, repairs }: PhoneCalls): void => {
    recall();
    if (deps.isLineReady()) repairs.lineBack();
  };
  const load = async (): Promise<PhoneCalls | undefined> => {
    await loadWithin(code, clock, DIAL_WAIT_MS);
    return made();
  };
  const off = (): Promise<void> | undefined => {
    isOn = false;
    return calls?.end();
  };
  return {
    now: () => calls,
    made,
    load,
    recall: () => {
      isOn = true;
      if (calls) recallNow(calls);
      else if (!made() && kept.get(CALLS_KEY)) void code.load().then(() => isOn && made());
    },
    end: (published) => (calls || published === "keep" || !kept.get(CALLS_KEY) ? off() : load().then(off)),
    actions: () => calls?.calls ?? NO_CALLS,
    noise: () => calls?.noise.state() ?? noise,
    setNoise: (wanted) => {
      if (calls) return calls.noise.set(wanted);
      keepNoiseChoice(storage, wanted);
      noise = noiseBeforeCalls(deps.noise, wanted === "on");
      deps.draw();
    },
  };
}

const ended = (): ActionResult => refused("sipua.error.ended");
const endedLater = async (): Promise<ActionResult> => ended();

const NO_CALLS: CallActions = {
  answer: endedLater,
  reject: ended,
  hangUp: ended,
  setHold: endedLater,
  setMute: ended,
  sendDigit: ended,
  transfer: ended,
  startAttendedTransfer: endedLater,
  completeTransfer: ended,
  cancelTransfer: endedLater,
};

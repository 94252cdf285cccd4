/** The calls of the phone with what follows them: ringing, listening, repairs, and what is kept for a reload. */
import { MAX_CALLS_DEFAULT } from "@callpanel/contract";
import type { ErrorDetails, PanelErrorCode } from "@callpanel/contract";
import type { Call } from "../model/call.ts";
import { callSnapshot } from "../model/call.ts";
import { recalledCall } from "../model/kept-call.ts";
import { createNoiseReduction } from "../noise-reduction.ts";
import type { NoiseFilter } from "../ports/noise.port.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { Sound } from "../ports/sound.port.ts";
import type { UserAgent } from "../ports/user-agent.port.ts";
import { userStore } from "../storage.ts";
import type { CallSnapshot, KeyValueStore, WebphoneEvent, WebphoneOptions } from "../webphone.ts";
import { createSavedCalls } from "./saved-calls.ts";
import type { CallLog } from "./call-log.ts";
import { createCallRepairs, LEG_KEPT_MS } from "./call-repairs.ts";
import { createCalls } from "./calls.ts";
import { createListening } from "./listening.ts";
import { createReattaching } from "./reattaching.ts";
import { createRinger } from "./ringer.ts";
import type { RingerDeps } from "./ringer.ts";

export interface PhoneCallsDeps {
  readonly clock: Clock;
  readonly sound: Sound;
  readonly microphones: Microphones;
  readonly log: CallLog;
  readonly agent: () => UserAgent | undefined;
  /** The chosen microphone. */
  readonly input: () => string;
  readonly ringback: RingerDeps["ringback"];
  readonly isLineReady: () => boolean;
  readonly probe: () => void;
  /** After each change of a call. */
  readonly onChange: () => void;
  /** After each change of the noise reduction. */
  readonly draw: () => void;
  /** Without it, background noise is not reduced. */
  readonly noise: NoiseFilter | undefined;
  /** The person's choices. */
  readonly storage: KeyValueStore;
  readonly tell: (event: WebphoneEvent) => void;
  readonly fail: (code: PanelErrorCode, details?: ErrorDetails) => void;
}

export type PhoneCalls = ReturnType<typeof createPhoneCalls>;

export function createPhoneCalls(options: WebphoneOptions, deps: PhoneCallsDeps) {
  const { clock, sound, microphones, log, agent, input, fail } = deps;
  let lastCallId = 0;
  const drawn = new WeakMap<Call, CallSnapshot>();
  const draw = (call: Call): CallSnapshot => {
    const known = drawn.get(call) ?? callSnapshot(call);
    drawn.set(call, known);
    return known;
  };

  const ringer = createRinger({
    sound,
    clock,
    ringback: deps.ringback,
    onFailure: (message) => fail("sipua.error.sound", { message }),
  });
  const calls = createCalls({
    clock,
    sound,
    microphones,
    agent,
    input,
    featureCodes: options.featureCodes,
    limit: options.config.panel_call_limit ?? MAX_CALLS_DEFAULT,
    newId: () => `call-${clock.now().toString(36)}-${++lastCallId}`,
    onChange: () => {
      savedCalls.save();
      listening.follow();
      ringer.follow(calls.all().map((live) => live.get()));
      noise.follow();
      deps.onChange();
    },
    tell: (event) => {
      deps.tell(event);
      if (event.kind === "callEnded" && event.reason === "busy") ringer.busy();
    },
    log: log.add,
    relog: log.rename,
    onPath: (live, path) => repairs.path(live, path),
  });
  const repairs = createCallRepairs({
    clock,
    calls: calls.all,
    isLineReady: deps.isLineReady,
    probe: deps.probe,
    reattach: createReattaching({
      agent,
      microphones,
      input,
      onRefusal: ({ code, details }) => fail(code, details),
    }),
  });
  const listening = createListening({ clock, calls: calls.all });
  const savedCalls = createSavedCalls(userStore(options.callStorage, options.username), { clock, calls: calls.all });
  const noise = createNoiseReduction({
    filter: deps.noise,
    storage: deps.storage,
    calls: calls.all,
    onChange: deps.draw,
    onFault: fail,
  });
  return {
    calls,
    repairs,
    ringer,
    noise,
    end: () => {
      calls.hangUpAll();
      ringer.silence();
      return repairs.farEndsEnded();
    },
    snapshots: () => calls.all().map((live) => draw(live.get())),
    /** Oldest first, so that they have the same order as before. Calls that cannot be taken back any more are reported once. */
    recall: () => {
      const kept = savedCalls.recall();
      const isLate = kept !== undefined && clock.now() - kept.seenAt > LEG_KEPT_MS;
      for (const call of [...(kept?.calls ?? [])].reverse()) {
        const live = calls.recall(recalledCall(call));
        repairs.recall(live, call.dialog);
        if (isLate) live.lose();
      }
    },
  };
}

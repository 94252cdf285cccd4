/** The calls of the phone with what follows them: ringing, listening, repairs, and what is kept for a reload. */
import { MAX_CALLS_DEFAULT } from "@callpanel/contract";
import type { ErrorDetails, PanelErrorCode } from "@callpanel/contract";
import type { Clock } from "../ports/clock.port.ts";
import type { Microphones } from "../ports/microphone.port.ts";
import type { Sound } from "../ports/sound.port.ts";
import type { UserAgent } from "../ports/user-agent.port.ts";
import { userStore } from "../storage.ts";
import type { WebphoneEvent, WebphoneOptions } from "../webphone.ts";
import { createCallKeeper } from "./call-keeper.ts";
import type { CallLog } from "./call-log.ts";
import { createCallRepairs } from "./call-repairs.ts";
import { createCalls } from "./calls.ts";
import { createListening } from "./listening.ts";
import { createReattaching } from "./reattaching.ts";
import { createRinger } from "./ringer.ts";
import type { RingerDeps } from "./ringer.ts";

interface PhoneCallsDeps {
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
  readonly tell: (event: WebphoneEvent) => void;
  readonly fail: (code: PanelErrorCode, details?: ErrorDetails) => void;
}

export function createPhoneCalls(options: WebphoneOptions, deps: PhoneCallsDeps) {
  const { clock, sound, microphones, log, agent, input, fail } = deps;
  let lastCallId = 0;

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
      callKeeper.save();
      listening.follow();
      ringer.follow(calls.all().map((live) => live.get()));
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
  const callKeeper = createCallKeeper(userStore(options.callStorage, options.username), { clock, calls: calls.all });
  return { calls, repairs, ringer, callKeeper };
}

/** Background noise of the microphone: whether it is to be reduced, and the filter of each call that is heard. */
import type { PanelErrorCode } from "@callpanel/contract";
import type { LiveCall } from "./calls/live-call.ts";
import { isHeld } from "./model/call.ts";
import { isNoiseReduced, keepNoiseChoice } from "./noise-choice.ts";
import type { NoiseFault, NoiseFilter } from "./ports/noise.port.ts";
import type { KeyValueStore, NoiseState } from "./webphone.ts";

export interface NoiseReduction {
  state(): NoiseState;
  set(wanted: "on" | "off"): void;
  /** Calls, or their microphones, are others. */
  follow(): void;
}

export interface NoiseReductionDeps {
  /** Undefined where there is none. */
  readonly filter: NoiseFilter | undefined;
  readonly storage: KeyValueStore;
  readonly calls: () => readonly LiveCall[];
  readonly onChange: () => void;
  readonly onFault: (code: PanelErrorCode) => void;
}

interface Cleaning {
  readonly microphone: MediaStream;
  state: "starting" | "working";
  readonly stop: () => void;
}

const CODES = {
  blocked: "sipua.error.noiseBlocked",
  slow: "sipua.error.noiseSlow",
} as const satisfies Record<NoiseFault, PanelErrorCode>;

export function createNoiseReduction(deps: NoiseReductionDeps): NoiseReduction {
  const { filter, storage, calls } = deps;
  const cleanings = new Map<LiveCall, Cleaning>();
  const told = new Set<NoiseFault>();
  let wanted = isNoiseReduced(storage);
  let fault: NoiseFault | undefined;
  /** After a fault: what was blocked is tried again with the next call, what was too slow when it is switched on again. */
  let isResting = false;

  const fail = (live: LiveCall, now: NoiseFault): void => {
    cleanings.delete(live);
    fault = now;
    isResting = true;
    if (!told.has(now)) deps.onFault(CODES[now]);
    told.add(now);
    follow();
    deps.onChange();
  };
  const begin = (live: LiveCall, microphone: MediaStream, by: NoiseFilter): void => {
    const isMine = (): boolean => cleanings.get(live)?.microphone === microphone;
    const stop = by.clean(microphone, {
      send: async (sound) => {
        if (isMine()) await live.session()?.replaceMicrophone(sound);
      },
      tell: (state) => {
        const cleaning = cleanings.get(live);
        if (!cleaning || !isMine()) return;
        if (state !== "working") return fail(live, state);
        cleaning.state = state;
        fault = undefined;
        deps.onChange();
      },
    });
    cleanings.set(live, { microphone, state: "starting", stop });
  };
  /** A call that goes on does so with the microphone itself, which is sent before the clean sound ends. */
  const end = (live: LiveCall, { stop }: Cleaning): void => {
    cleanings.delete(live);
    const microphone = live.get().phase === "ended" ? undefined : live.microphone();
    if (!microphone) return stop();
    const back = live.session()?.replaceMicrophone(microphone) ?? Promise.resolve();
    void back.catch(() => undefined).then(stop); // rejected: the call has ended meanwhile
  };
  /** The microphone that is to be cleaned in a call. */
  const soundOf = (live: LiveCall): MediaStream | undefined => {
    const call = live.get();
    const isHeard = call.phase !== "ended" && !isHeld(call) && live.session() !== undefined;
    return wanted && isHeard ? live.microphone() : undefined;
  };
  const follow = (): void => {
    if (!filter?.supported) return;
    const all = calls();
    for (const [live, cleaning] of cleanings)
      if (!all.includes(live) || soundOf(live) !== cleaning.microphone || isResting) end(live, cleaning);
    if (all.length === 0 && fault === "blocked") isResting = false;
    if (isResting) return;
    for (const live of all) {
      const microphone = soundOf(live);
      if (microphone && !cleanings.has(live)) begin(live, microphone, filter);
    }
  };

  return {
    state: () => {
      if (!filter?.supported) return "unsupported";
      if (!wanted) return "off";
      const states = Array.from(cleanings.values(), ({ state }) => state);
      return states.find((one) => one === "working") ?? states[0] ?? fault ?? "ready";
    },
    set: (next) => {
      wanted = next === "on";
      keepNoiseChoice(storage, next);
      fault = undefined;
      isResting = false;
      told.clear();
      follow();
      deps.onChange();
    },
    follow,
  };
}

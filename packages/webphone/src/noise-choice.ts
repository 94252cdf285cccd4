/** Whether background noise of the microphone is to be reduced; stored in this browser. */
import type { NoiseFilter } from "./ports/noise.port.ts";
import type { KeyValueStore, NoiseState } from "./webphone.ts";

const KEY = "noise";

export const isNoiseReduced = (storage: KeyValueStore): boolean => storage.get(KEY) === "on";

export const keepNoiseChoice = (storage: KeyValueStore, wanted: "on" | "off"): void => storage.set(KEY, wanted);

/** The state without a call. */
export function noiseBeforeCalls(filter: NoiseFilter | undefined, isWanted: boolean): NoiseState {
  if (!filter?.supported) return "unsupported";
  return isWanted ? "ready" : "off";
}

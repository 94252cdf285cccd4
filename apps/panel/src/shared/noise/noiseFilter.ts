/** Background noise of a microphone; what does it is loaded when it is first used. */
import type { NoiseFilter } from "@callpanel/webphone";
import type { Clock } from "../clock.ts";

export function createNoiseFilter(clock: Clock): NoiseFilter {
  return {
    supported: typeof globalThis.AudioWorkletNode === "function" && typeof globalThis.WebAssembly === "object",
    clean(microphone, wiring) {
      let isStopped = false;
      let stop = (): void => undefined;
      const begin = async (): Promise<void> => {
        const { cleanMicrophone } = await import("./noise.load.ts");
        if (!isStopped) stop = cleanMicrophone(clock, microphone, wiring);
      };
      begin().catch(() => {
        if (!isStopped) wiring.tell("blocked");
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}

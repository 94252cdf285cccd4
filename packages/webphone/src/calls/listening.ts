/**
 * Measures the sound of the calls once per second: the quality shown, and the average that is sent with the BYE.
 * Missing or wrong statistics of the browser never disturb a call.
 */
import { isHeld } from "../model/call.ts";
import type { QualityState } from "../model/quality.ts";
import { newQuality, pauseQuality, qualityReport, stepQuality } from "../model/quality.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { LiveCall } from "./live-call.ts";

export const LOOK_EVERY_MS = 1_000;

export interface Listening {
  /** To be called when calls are added or change. */
  follow(): void;
}

export function createListening({
  clock,
  calls,
}: {
  readonly clock: Clock;
  readonly calls: () => readonly LiveCall[];
}): Listening {
  const states = new WeakMap<LiveCall, QualityState>();
  let cancelLook: (() => void) | undefined;

  const talking = (): readonly LiveCall[] => calls().filter((live) => live.get().phase === "talking");
  const look = async (live: LiveCall): Promise<void> => {
    const known = states.get(live) ?? newQuality(clock.now());
    const count = isHeard(live) ? await live.countSound().catch(() => undefined) : undefined;
    if (live.get().phase !== "talking") return;
    const state = count && isHeard(live) ? stepQuality(known, count) : pauseQuality(known, clock.now());
    states.set(live, state);
    live.step({ kind: "quality", quality: state.quality });
    const report = qualityReport(state.record);
    if (report !== undefined) live.session()?.reportQuality(report);
  };
  const lookAgain = (): void => {
    cancelLook = clock.setTimeout(lookAgain, LOOK_EVERY_MS);
    for (const live of talking()) void look(live);
  };
  return {
    follow: () => {
      const isNeeded = talking().length > 0;
      if (isNeeded && !cancelLook) return lookAgain();
      if (isNeeded) return;
      cancelLook?.();
      cancelLook = undefined;
    },
  };
}

/** The far end should be heard: the call is not on hold here and not disconnected. */
const isHeard = (live: LiveCall): boolean => !isHeld(live.get()) && live.get().way === "there";

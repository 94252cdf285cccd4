import type { Clock } from "@callpanel/phone-port";
import { BEEP_MS, beepFirst } from "../leg/beep.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { Service } from "../call/service.ts";

/** Between the two beeps. */
const PAUSE_MS = 200;
const DONE: LegReason = { status: 200, text: "Done" };

/** Confirms a changed setting: one beep for on, two beeps for off, then it hangs up. */
export function createConfirming(clock: Clock, on: boolean): Service {
  return {
    serve: ({ leg, dismiss }) => {
      let stop: () => void = () => undefined;
      const done = (): void => dismiss(DONE);
      const again = (): void => {
        leg.port.hear({ kind: "prompt", prompt: { kind: "tone", tone: "beep" } });
        stop = clock.setTimeout(done, BEEP_MS);
      };
      const pause = (): void => {
        leg.port.hear({ kind: "none" });
        stop = clock.setTimeout(again, PAUSE_MS);
      };
      stop = beepFirst({ clock, leg, next: on ? done : pause });
      return { stop: () => stop() };
    },
  };
}

/** *76 (spec 2 §9): switches the caller's own do-not-disturb over; one beep says on, two say off (rule CALL-65). */
import type { Clock, Directory } from "../../ports.ts";
import { BEEP_MS, beepFirst } from "../beep.ts";
import type { LegReason } from "../leg.model.ts";
import type { Service } from "../service.ts";
import type { ReachFeature } from "./feature.port.ts";

export interface DoNotDisturbDeps {
  readonly clock: Clock;
  readonly directory: Directory;
}

const NAME = "Do not disturb";
/** Between the two beeps. */
const PAUSE_MS = 200;
const DONE: LegReason = { status: 200, text: "Done" };

export function createDoNotDisturb({ clock, directory }: DoNotDisturbDeps): ReachFeature {
  const told = (enabled: boolean): Service => ({
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
      stop = beepFirst({ clock, leg, next: enabled ? done : pause });
      return { stop: () => stop() };
    },
  });
  return async ({ call, caller }, { number }) => {
    const party = { number, name: NAME };
    if (directory.toggleDoNotDisturb === undefined)
      return call.refuse(party, { status: 480, text: "Feature not available" });
    const enabled = await directory.toggleDoNotDisturb(caller.leg.user.id);
    if (call.live) call.put(party, told(enabled));
  };
}

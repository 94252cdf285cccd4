import type { Clock } from "@callpanel/phone-port";
import type { Leg } from "./leg.port.ts";

export const BEEP_MS = 400;
const LOOK_EVERY_MS = 100;
const LOOKS = 100;

interface BeepParts {
  readonly clock: Clock;
  readonly leg: Leg;
  readonly next: () => void;
  /** Wait for the phone's media as long as it takes. */
  readonly isOwed?: true | undefined;
}

/** Plays a beep to a leg as soon as its media is connected, then calls `next`. Returns a function that cancels this. */
export function beepFirst({ clock, leg, next, isOwed }: BeepParts): () => void {
  let stop: () => void = () => undefined;
  let looks = 0;
  const look = (): void => {
    looks += 1;
    // Media that connects too late misses the beep.
    if (looks > LOOKS && isOwed !== true) next();
    else if (leg.connected) stop = clock.setTimeout(next, BEEP_MS);
    else stop = clock.setTimeout(look, LOOK_EVERY_MS);
  };
  leg.port.hear({ kind: "prompt", prompt: { kind: "tone", tone: "beep" } });
  look();
  return () => stop();
}

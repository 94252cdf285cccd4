import type { Clock } from "../../ports.ts";
import type { Service } from "../service.ts";

/** How long the beep lasts that says the echo test is on. */
export const ECHO_BEEP_MS = 400;
const LOOK_EVERY_MS = 100;
const LOOKS = 100;

/** *43 (spec 2 §9): a beep once the leg is connected, then its own sound. */
export function createEcho(clock: Clock): Service {
  return {
    serve: ({ leg }) => {
      let stop: () => void = () => undefined;
      let looks = 0;
      const echo = (): void => leg.port.hear({ kind: "echo" });
      const look = (): void => {
        looks += 1;
        // A phone that is late hears itself at once.
        if (looks > LOOKS) echo();
        else if (leg.connected) stop = clock.setTimeout(echo, ECHO_BEEP_MS);
        else stop = clock.setTimeout(look, LOOK_EVERY_MS);
      };
      leg.port.hear({ kind: "prompt", prompt: { kind: "tone", tone: "beep" } });
      look();
      return { stop: () => stop() };
    },
  };
}

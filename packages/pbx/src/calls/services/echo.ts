import type { Clock } from "@callpanel/phone-port";
import { beepFirst } from "../leg/beep.ts";
import type { Service } from "../call/service.ts";

/** *43 (spec 2 §9): a beep once the leg's media is connected, then the caller's own audio. */
export function createEcho(clock: Clock): Service {
  return {
    serve: ({ leg }) => ({ stop: beepFirst({ clock, leg, next: () => leg.port.hear({ kind: "echo" }) }) }),
  };
}

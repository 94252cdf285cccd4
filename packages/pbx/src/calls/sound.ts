/** What the legs of a call are given to hear. */
import type { Clock } from "../ports.ts";
import type { LegId, Sound } from "./bridge.model.ts";
import { createEcho } from "./echo.ts";
import type { Leg } from "./leg.ts";

export interface CallSound {
  hear(leg: LegId, sound: Sound): void;
  stop(): void;
}

export function createCallSound({
  clock,
  legs,
}: {
  readonly clock: Clock;
  readonly legs: ReadonlyMap<LegId, Leg>;
}): CallSound {
  let stopEcho: () => void = () => undefined;
  return {
    hear: (id, sound) => {
      const leg = legs.get(id);
      if (leg === undefined) return;
      switch (sound.kind) {
        case "echo":
          stopEcho = createEcho({ clock, leg });
          return;
        case "music":
          leg.port.hear({ kind: "prompt", prompt: { kind: "music" } });
          return;
        case "ringback":
          leg.port.hear({ kind: "prompt", prompt: { kind: "tone", tone: "ringback" } });
          return;
        case "silence":
          leg.port.hear({ kind: "prompt", prompt: { kind: "silence" } });
          return;
        case "leg": {
          const other = legs.get(sound.leg);
          leg.port.hear(other === undefined ? { kind: "none" } : { kind: "peer", port: other.port });
        }
      }
    },
    stop: () => stopEcho(),
  };
}

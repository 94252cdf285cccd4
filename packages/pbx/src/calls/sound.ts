/** What the legs of a call are given to hear. */
import type { LegId, Sound } from "./bridge.state.ts";
import type { Leg } from "./leg.ts";

export function hearSound(legs: ReadonlyMap<LegId, Leg>, id: LegId, sound: Sound): void {
  const leg = legs.get(id);
  if (leg === undefined) return;
  switch (sound.kind) {
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
}

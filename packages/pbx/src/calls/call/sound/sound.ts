/** What the legs of a call hear. */
import type { Clock } from "@callpanel/phone-port";
import { beepFirst } from "../../leg/beep.ts";
import type { LegId, Sound } from "../../bridge/bridge.state.ts";
import type { Leg } from "../../leg/leg.port.ts";

/**
 * How an intercom call starts for the called person: with a beep; after a `silent` one the caller is not heard (*80,
 * *81).
 */
export type Opening = "beep" | "silent";

export interface CallSound {
  hear(leg: LegId, sound: Sound): void;
  /** Applies to the leg, and to a leg that replaces it, as long as the two talk in this call. */
  open(leg: LegId, how: Opening): void;
  replaced(old: LegId, by: LegId): void;
  stop(): void;
}

const SILENCE: Sound = { kind: "silence" };

export function createCallSound(deps: { readonly clock: Clock; readonly legs: ReadonlyMap<LegId, Leg> }): CallSound {
  const { clock, legs } = deps;
  /** `muted`: silent, after the complete beep. */
  const openings = new Map<LegId, Opening | "muted">();
  const beeping = new Map<LegId, () => void>();

  const play = (leg: Leg, sound: Sound): void => {
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
  };

  return {
    hear: (id, sound) => {
      const leg = legs.get(id);
      beeping.get(id)?.();
      beeping.delete(id);
      if (leg === undefined) return;
      const opening = sound.kind === "leg" ? openings.get(id) : undefined;
      if (opening === undefined) return play(leg, sound);
      if (opening === "muted") return play(leg, SILENCE);
      if (opening === "beep") {
        openings.delete(id);
        beeping.set(id, beepFirst({ clock, leg, next: () => play(leg, sound) }));
        return;
      }
      const mute = (): void => {
        openings.set(id, "muted");
        play(leg, SILENCE);
      };
      beeping.set(id, beepFirst({ clock, leg, next: mute, isOwed: true }));
    },
    open: (leg, how) => void openings.set(leg, how),
    replaced: (old, by) => {
      const opening = openings.get(old);
      openings.delete(old);
      if (opening === "silent" || opening === "muted") openings.set(by, opening);
    },
    stop: () => {
      for (const stop of beeping.values()) stop();
    },
  };
}

/** What a caller hears before the answer: the sound of the phone that is rung, if it sends any (rules CALL-100 to CALL-104). */
import type { BridgeState, LegId, Sound } from "../../bridge/bridge.state.ts";
import type { Leg } from "../../leg/leg.port.ts";
import type { CallerEnd } from "../call.port.ts";

export interface EarlySound {
  /** A phone that is rung sends sound, or stops. */
  sends(leg: Leg, on: boolean): void;
  /** The state of the call has changed. */
  follow(): void;
}

interface EarlySoundParts {
  readonly state: () => BridgeState;
  readonly caller: () => CallerEnd;
  readonly hear: (sound: Sound) => void;
}

export function createEarlySound({ state, caller, hear }: EarlySoundParts): EarlySound {
  const sending = new Map<LegId, Leg>();
  /** Undefined: the caller's phone gets no sound from here, and makes its own ring-back. */
  let hears: Leg | "ringback" | undefined;

  /** One of several phones must not speak for the others: "not available" while the next desk rings. */
  const audible = (now: BridgeState & { readonly phase: "ringing" }): Leg | undefined => {
    const [only, ...others] = now.candidates;
    return only === undefined || others.length > 0 ? undefined : sending.get(only);
  };

  const follow = (): void => {
    const now = state();
    if (now.phase !== "ringing" && now.phase !== "routing") {
      // The answer sets what is heard. Until then nothing changes.
      if (now.phase !== "joining") hears = undefined;
      return;
    }
    const leg = now.phase === "ringing" ? audible(now) : undefined;
    const wanted = leg ?? (hears === undefined ? undefined : "ringback");
    if (wanted === hears) return;
    hears = wanted;
    hear(leg === undefined ? { kind: "ringback" } : { kind: "leg", leg: leg.id });
    if (leg !== undefined) void caller().hearEarly(leg.codec);
  };

  return {
    sends: (leg, on) => {
      if (!on) sending.delete(leg.id);
      else if (mayBeHeard(leg, caller().leg)) sending.set(leg.id, leg);
      follow();
    },
    follow,
  };
}

/** To the outside only the network's own sound: a phone here could otherwise talk to a caller whose call costs nothing. */
function mayBeHeard(from: Leg, caller: Leg): boolean {
  return from.user.trunk === true || caller.user.trunk !== true;
}

/** Background noise of the user's microphone: whether it is reduced, and what is sent (NOISE-7). */
import type { NoiseFault, NoiseFilter } from "../ports/noise.port.ts";

/** `ready`: it is wanted, and there is no microphone. */
export type NoiseState = "unsupported" | "off" | "ready" | "starting" | "working" | NoiseFault;

export interface Noise {
  /** As the person wants it. */
  readonly wanted: boolean;
  set(on: boolean): void;
  /** The microphone is another one; null: there is none. */
  follow(microphone: MediaStream | null): void;
}

export interface Sending {
  readonly noise: NoiseState;
  /** The clean sound, or the microphone itself. */
  readonly voice: MediaStream | null;
}

export interface NoiseParts {
  readonly filter: NoiseFilter | undefined;
  readonly wanted: boolean;
  readonly tell: (sending: Sending) => void;
}

export const firstNoise = ({ filter, wanted }: Pick<NoiseParts, "filter" | "wanted">): NoiseState =>
  filter?.supported !== true ? "unsupported" : wanted ? "ready" : "off";

export function createNoise({ filter, wanted: first, tell }: NoiseParts): Noise {
  let wanted = first;
  let microphone: MediaStream | null = null;
  let stop: (() => void) | null = null;

  const clean = (by: NoiseFilter, mine: MediaStream): (() => void) => {
    let voice = mine;
    let noise: NoiseState = "starting";
    let isStopped = false;
    const changed = (): void => {
      if (!isStopped) tell({ noise, voice });
    };
    changed();
    const end = by.clean(mine, {
      send: async (sound) => {
        voice = sound;
        changed();
      },
      tell: (state) => {
        noise = state;
        changed();
      },
    });
    return () => {
      isStopped = true;
      end();
    };
  };
  /** The microphone itself is sent before the clean sound ends. */
  const follow = (): void => {
    const end = stop;
    stop = null;
    if (filter?.supported === true && wanted && microphone !== null) stop = clean(filter, microphone);
    else tell({ noise: firstNoise({ filter, wanted }), voice: microphone });
    end?.();
  };

  return {
    get wanted() {
      return wanted;
    },
    set(on) {
      wanted = on;
      follow();
    },
    follow(next) {
      microphone = next;
      follow();
    },
  };
}

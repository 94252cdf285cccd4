/** Takes background noise out of a microphone's sound. */

/** `blocked`: its code does not load, or no sound comes out of it; `slow`: this computer cannot keep up. */
export type NoiseFault = "blocked" | "slow";

export interface NoiseFilter {
  /** False: this browser has not what it needs. */
  readonly supported: boolean;
  /** @returns stop: from then on nothing is sent and reported. The microphone itself stays open. */
  clean(microphone: MediaStream, wiring: NoiseWiring): () => void;
}

export interface NoiseWiring {
  /** First the clean sound, as soon as it surely comes; the microphone itself if that fails later. */
  send(sound: MediaStream): Promise<void>;
  /** A fault is the last word. */
  tell(state: "working" | NoiseFault): void;
}

/** Takes background noise out of a microphone's sound. */

/** `blocked`: its code does not load, or no sound comes out of it; `slow`: this computer cannot keep up. */
export type NoiseFault = "blocked" | "slow";

export interface NoiseFilter {
  /** False: this browser lacks what it needs. */
  readonly supported: boolean;
  /** @returns stop: from then on nothing is sent and reported. The microphone itself stays open. */
  clean(microphone: MediaStream, wiring: NoiseWiring): () => void;
}

export interface NoiseWiring {
  /** First the clean sound, as soon as it surely comes; the microphone itself if that fails later. */
  send(sound: MediaStream): Promise<void>;
  /** After a fault nothing more is reported. */
  tell(state: "working" | NoiseFault): void;
}

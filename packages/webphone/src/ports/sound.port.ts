/** Everything the person hears: far ends, tones, ringing; on the chosen devices. */

/** `test` is for testing a device. `waiting` is a short tone that announces a second call during a call. */
export type Tone = "ringing" | "waiting" | "ringback" | "busy" | "test";

export interface Sound {
  /** The browser can send sound to a chosen device (setSinkId). */
  readonly canChooseOutput: boolean;
  /** Checks whether the browser lets the page play; calls `onLockChange`. */
  start(): void;
  isLocked(): boolean;
  onLockChange(listener: () => void): () => void;
  /** To be called from a click or key. */
  unlock(): Promise<void>;
  /** Repeats the tone until stopped; `ringing` sounds on the ring device at its volume. Throws an Error where the browser has no sound. */
  playTone(tone: Tone): () => void;
  /** 0.2 s of the key's two tones. */
  playKey(digit: string): void;
  /** Plays a far end at the call volume; returns detach. */
  playStream(stream: MediaStream): () => void;
  setVolume(volume: number): void;
  setRingVolume(volume: number): void;
  /** Rejects when the device is gone. An empty id is the default device. */
  setOutput(deviceId: string): Promise<void>;
  setRing(deviceId: string): Promise<void>;
  close(): void;
}

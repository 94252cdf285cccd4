/** The browser's microphones and the list of sound devices. */
import type { DeviceChoice } from "../webphone.ts";

export type MicrophoneFault = "not-found" | "denied" | "failed";

/** Opening a microphone failed; `fault` says why. */
export class MicrophoneError extends Error {
  override readonly name = "MicrophoneError";
  readonly fault: MicrophoneFault;
  constructor(fault: MicrophoneFault, options?: { cause?: unknown }) {
    super(`microphone ${fault}`, options);
    this.fault = fault;
  }
}

export interface DeviceList {
  readonly inputs: readonly DeviceChoice[];
  readonly outputs: readonly DeviceChoice[];
}

export interface Microphones {
  /** False where there is no WebRTC or no microphone interface (an insecure page). */
  readonly supported: boolean;
  list(): Promise<DeviceList>;
  /** Opens the device, or the default one when it is empty or has vanished. Rejects with MicrophoneError. */
  open(deviceId: string): Promise<MediaStream>;
  /** Ends its tracks: the recording light goes out. */
  close(stream: MediaStream): void;
  /** The device id a stream records from; undefined once its track has ended. */
  sourceOf(stream: MediaStream): string | undefined;
  onDeviceChange(listener: () => void): () => void;
}

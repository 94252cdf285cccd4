/** The level of a microphone: opened when it is started, closed by the returned stop. */
import type { Clock } from "../ports/clock.port.ts";
import type { MicrophoneFault, Microphones } from "../ports/microphone.port.ts";
import { MicrophoneError } from "../ports/microphone.port.ts";
import type { Probe } from "../ports/probe.port.ts";

/** dBFS, or why there is nothing to measure. */
export type MeterReading =
  | { readonly kind: "level"; readonly levelDb: number }
  | { readonly kind: "fault"; readonly fault: MicrophoneFault };

export interface MicrophoneMeter {
  /** An empty id is the default device. @returns stop */
  start(deviceId: string, listener: (reading: MeterReading) => void): () => void;
}

const READ_EVERY_MS = 60;

export interface MeterDeps {
  readonly microphones: Microphones;
  readonly probe: Probe;
  readonly clock: Clock;
}

export function createMicrophoneMeter({ microphones, probe, clock }: MeterDeps): MicrophoneMeter {
  return {
    start(deviceId, listener) {
      let stopped = false;
      let undo = (): void => undefined;
      const measure = (stream: MediaStream): void => {
        const ear = probe.listen(stream);
        let cancel = (): void => undefined;
        const read = (): void => {
          listener({ kind: "level", levelDb: ear.look().levelDb });
          cancel = clock.setTimeout(read, READ_EVERY_MS);
        };
        undo = () => {
          cancel();
          ear.close();
          microphones.close(stream);
        };
        if (stopped) undo();
        else read();
      };
      microphones.open(deviceId).then(measure, (error: unknown) => {
        if (!stopped) listener({ kind: "fault", fault: error instanceof MicrophoneError ? error.fault : "failed" });
      });
      return () => {
        stopped = true;
        undo();
      };
    },
  };
}

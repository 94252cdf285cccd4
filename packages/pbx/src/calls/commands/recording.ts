/** Recording on demand (rules REC-20 to REC-23). A call of two legs has one recording, no matter which leg is named. */
import type { CommandOutcome, PhoneCommands } from "@callpanel/phone-port";
import type { LegRecorder } from "../leg/leg-recorder.ts";
import type { CallRegister } from "../call/call-register.ts";
import { DONE, refused } from "../call/command-outcome.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { LegIndex } from "../leg/leg-index.ts";

interface CallRecorderDeps {
  readonly index: LegIndex<Leg>;
  readonly register: CallRegister;
}

/** Recordings of calls, synchronously. */
export interface CallRecorder {
  start(command: { readonly by: string; readonly legId: string }): CommandOutcome;
  pause(command: { readonly legId: string; readonly paused: boolean }): CommandOutcome;
  stop(command: { readonly legId: string }): CommandOutcome;
}

export function createCallRecorder({ index, register }: CallRecorderDeps): CallRecorder {
  /** The leg's own recorder, or that of its far end while it is recording. */
  const withRecorder = (legId: string, act: (recorder: LegRecorder) => CommandOutcome): CommandOutcome => {
    const leg = index.byId(legId);
    const call = leg === undefined ? undefined : register.callOf(leg);
    if (leg === undefined || call === undefined) return refused("unknownLeg");
    if (leg.state.phase !== "up") return refused("wrongState");
    const far = call.peerOf(leg)?.leg.recorder;
    return act(leg.recorder.current === undefined && far?.current !== undefined ? far : leg.recorder);
  };

  return {
    start: ({ by, legId }) => withRecorder(legId, (recorder) => (recorder.start(by) ? DONE : refused("unavailable"))),
    pause: ({ legId, paused }) =>
      withRecorder(legId, (recorder) => (recorder.pause(paused) ? DONE : refused("wrongState"))),
    stop: ({ legId }) => withRecorder(legId, (recorder) => (recorder.stop() ? DONE : refused("wrongState"))),
  };
}

type RecordingCommands = Pick<PhoneCommands, "startRecording" | "pauseRecording" | "stopRecording">;

export function createRecordingCommands({ start, pause, stop }: CallRecorder): RecordingCommands {
  return {
    startRecording: async (command) => start(command),
    pauseRecording: async (command) => pause(command),
    stopRecording: async (command) => stop(command),
  };
}

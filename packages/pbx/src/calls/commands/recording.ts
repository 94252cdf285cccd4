/** Recording on demand (rules REC-20 to REC-23). A call of two legs has one recording, no matter which leg is named. */
import type { CommandOutcome, PhoneCommands } from "@callpanel/phone-port";
import type { LegRecorder } from "../leg/leg-recorder.ts";
import type { CommandDeps } from "./command-deps.ts";
import { DONE, refused } from "../call/command-outcome.ts";

type RecordingCommands = Pick<PhoneCommands, "startRecording" | "pauseRecording" | "stopRecording">;

export function createRecordingCommands({ index, register }: CommandDeps): RecordingCommands {
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
    startRecording: ({ by, legId }) =>
      withRecorder(legId, (recorder) => (recorder.start(by) ? DONE : refused("unavailable"))),
    pauseRecording: ({ legId, paused }) =>
      withRecorder(legId, (recorder) => (recorder.pause(paused) ? DONE : refused("wrongState"))),
    stopRecording: ({ legId }) => withRecorder(legId, (recorder) => (recorder.stop() ? DONE : refused("wrongState"))),
  };
}

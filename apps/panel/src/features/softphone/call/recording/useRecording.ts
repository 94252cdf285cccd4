import type { CallSnapshot } from "@callpanel/webphone";
import { useSnapshot } from "../../../../shared/store.ts";
import { recordingOf } from "./recordings.store.ts";
import type { RecordingState } from "./recordings.store.ts";
import { useOwnCall, useSoftphone } from "../../softphone.context.ts";

/** Whether a call of this phone is recorded, no matter who started the recording. */
export function useRecording(call: CallSnapshot): RecordingState {
  const { recordings } = useSoftphone();
  const wishes = useSnapshot(recordings);
  const own = useOwnCall(call);
  return own === undefined ? "off" : recordingOf(own, wishes);
}

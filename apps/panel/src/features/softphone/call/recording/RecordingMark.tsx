import type { CallSnapshot } from "@callpanel/webphone";
import { useWords } from "../../../../shared/words/useWords.ts";
import { callMessages } from "../../call.messages.ts";
import { useRecording } from "./useRecording.ts";
import styles from "./RecordingMark.module.css";

/** Shows that a call is recorded, on both sides of the call. */
export function RecordingMark({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const recording = useRecording(call);
  if (recording === "off") return null;
  return (
    <span className={styles.mark} data-recording={recording}>
      <span className={styles.dot} aria-hidden />
      {t(recording === "on" ? "softphone.call.recording" : "softphone.call.recordingPaused")}
    </span>
  );
}

import { IconMicrophoneOff } from "@callpanel/ui";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import styles from "./MicrophoneHelp.module.css";

/** AVAIL-4: says what to do when a call rings and the microphone is blocked; the call keeps ringing. */
export function MicrophoneHelp() {
  const t = useWords(callMessages);
  if (useSnapshot(useSoftphone().microphone) !== "denied") return null;
  return (
    <p className={styles.help} role="alert">
      <IconMicrophoneOff size={18} stroke={1.75} aria-hidden />
      {t("softphone.microphoneHelp")}
    </p>
  );
}

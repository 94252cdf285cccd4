import { IconPlayerRecord } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import styles from "./Pane.module.css";
import { roomMessages } from "./room.messages.ts";

/** VREC-3: in a pane that covers the tiles, and their sign. */
export function RecordingSign({ on }: { readonly on: boolean }) {
  const t = useWords(roomMessages);
  if (!on) return null;
  return (
    <span className={styles.recording}>
      <IconPlayerRecord size={14} aria-hidden /> {t("room.recording")}
    </span>
  );
}

import { useWords } from "../../shared/words/useWords.ts";
import { conferencesMessages } from "./conferences.messages.ts";
import styles from "./RecordingMark.module.css";

/** Says that a conference is recorded now. */
export function RecordingMark() {
  const t = useWords(conferencesMessages);
  return <span className={styles.mark}>{t("conferences.recording")}</span>;
}

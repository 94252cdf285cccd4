import { IconVolumeOff } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { usePhone, useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import styles from "./AudioUnlock.module.css";

/** There while the browser keeps sound off: one would not hear the phone ring. Any click on the page turns it on as well. */
export function AudioUnlock() {
  const t = useWords(softphoneMessages);
  const { actions } = useSoftphone();
  if (!usePhone().audioLocked) return null;
  return (
    <div className={styles.bar}>
      <IconVolumeOff size={18} stroke={1.75} aria-hidden />
      <span className={styles.text}>{t("softphone.audioLocked")}</span>
      <button type="button" className={styles.button} onClick={actions.unlockAudio}>
        {t("softphone.unlockAudio")}
      </button>
    </div>
  );
}

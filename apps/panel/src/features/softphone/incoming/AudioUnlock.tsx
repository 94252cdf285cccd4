import { IconVolumeOff } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { usePhone, useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import styles from "./AudioUnlock.module.css";

/** Shown while the browser blocks sound, because ringing would not be heard. Any click on the page unlocks it too. */
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

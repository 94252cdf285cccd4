import { IconVolume, IconVolume2, IconVolumeOff, Slider } from "@callpanel/ui";
import { useWords } from "../../../../shared/words/useWords.ts";
import { usePhone, useSoftphone } from "../../softphone.context.ts";
import { callMessages } from "../../call.messages.ts";
import styles from "./VolumeSlider.module.css";

/** How loud the far end is, 0 to 100. */
export function VolumeSlider() {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  const percent = Math.round(usePhone().volume * 100);
  const Sign = percent === 0 ? IconVolumeOff : percent < 50 ? IconVolume2 : IconVolume;
  return (
    <div className={styles.volume}>
      <Sign size={18} stroke={1.75} aria-hidden />
      <Slider
        className={styles.slider}
        min={0}
        max={100}
        step={1}
        aria-label={t("softphone.call.volume")}
        value={percent}
        onChange={actions.setVolume}
      />
      <span className={styles.percent} aria-hidden="true">
        {percent}
      </span>
    </div>
  );
}

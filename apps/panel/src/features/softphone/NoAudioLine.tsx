import type { CallSnapshot } from "@callpanel/webphone";
import { IconVolumeOff } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import styles from "./EmergencyLine.module.css";

/** SOFT-60: why nobody hears anybody in a call whose sound never found a way. */
export function NoAudioLine({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(softphoneMessages);
  if (!call.isUnreachable) return null;
  return (
    <output className={styles.line}>
      <IconVolumeOff size={18} stroke={1.75} aria-hidden />
      <span>{t("softphone.call.unreachable")}</span>
    </output>
  );
}

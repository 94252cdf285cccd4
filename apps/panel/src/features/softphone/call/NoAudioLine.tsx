import type { CallSnapshot } from "@callpanel/webphone";
import { IconVolumeOff } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { callMessages } from "../call.messages.ts";
import { usePeer } from "./usePeer.ts";
import styles from "./EmergencyLine.module.css";

/** SOFT-60, SOFT-61: why a call has no audio: no media path was found, here or at the other end. */
export function NoAudioLine({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const name = usePeer(call);
  const isHere = call.isUnreachable === true || call.far?.silence === "near";
  if (!isHere && call.far?.silence !== "far") return null;
  return (
    <output className={styles.line}>
      <IconVolumeOff size={18} stroke={1.75} aria-hidden />
      <span>{isHere ? t("softphone.call.unreachable") : t("softphone.call.farUnreachable", { name })}</span>
    </output>
  );
}

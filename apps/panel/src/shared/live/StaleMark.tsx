import { IconWifiOff } from "@callpanel/ui";
import { clockText } from "../formats/duration.ts";
import { liveMessages } from "./live.messages.ts";
import { usePanel, useService } from "../panel.ts";
import { LIVE_BUDDIES } from "./liveBuddies.ts";
import { useSnapshot } from "../store.ts";
import { useWords } from "../words/useWords.ts";
import styles from "./StaleMark.module.css";

/** BUDDIES-8: says that the shown state is not live, and how old it is. The age is silent for screen readers. */
export function StaleMark() {
  const t = useWords(liveMessages);
  const { second } = usePanel();
  const liveBuddies = useService(LIVE_BUDDIES);
  const liveness = useSnapshot(liveBuddies.liveness);
  const now = useSnapshot(second);
  if (liveness.kind !== "stale") return null;
  return (
    <output className={styles.mark} aria-label={t("live.stale")}>
      <IconWifiOff size={16} aria-hidden="true" />
      <span>{t("live.stale")}</span>
      <span className={styles.age} aria-hidden="true">
        {t("live.staleAge", { age: clockText(now - liveness.since) })}
      </span>
    </output>
  );
}

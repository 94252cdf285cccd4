import { IconWifiOff } from "@callpanel/ui";
import { clockText } from "../../shared/duration.ts";
import { usePanel } from "../../shared/panel.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { buddiesMessages } from "./buddies.messages.ts";
import styles from "./StaleMark.module.css";

/** BUDDIES-8: says that what is shown is not live, and how old it is. The age stays silent for screen readers. */
export function StaleMark() {
  const t = useWords(buddiesMessages);
  const { liveBuddies, second } = usePanel();
  const liveness = useSnapshot(liveBuddies.liveness);
  const now = useSnapshot(second);
  if (liveness.kind !== "stale") return null;
  return (
    <output className={styles.mark} aria-label={t("buddies.stale")}>
      <IconWifiOff size={16} aria-hidden="true" />
      <span>{t("buddies.stale")}</span>
      <span className={styles.age} aria-hidden="true">
        {t("buddies.staleAge", { age: clockText(now - liveness.since) })}
      </span>
    </output>
  );
}

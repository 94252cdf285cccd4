import { Lamp, Spoken } from "@callpanel/ui";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { REACH_TONES, reachabilityMessages, reachStatusId } from "../../reachability/index.ts";
import { usePhone, useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import styles from "./PhoneStatus.module.css";

const WORDS = {
  registered: "softphone.registered",
  connecting: "softphone.connecting",
  "not-registered": "softphone.notRegistered",
} as const;

/**
 * The registration, for screen readers (SOFT-1). On screen, lamp and word say whether calls arrive, unless the top bar
 * already says it (AVAIL-6).
 */
export function PhoneStatus() {
  const t = useWords(softphoneMessages);
  const reach = useWords(reachabilityMessages);
  const { state } = usePhone();
  const { status } = useSnapshot(useSoftphone().reachability);
  return (
    <span className={styles.status} data-tone={REACH_TONES[status]}>
      <span className={styles.shown} aria-hidden>
        <Lamp tone={REACH_TONES[status]} />
        <span className={styles.word}>{reach(reachStatusId(status))}</span>
      </span>
      <Spoken is="output" aria-label={t("softphone.phoneStatus")}>
        {t(WORDS[state])}
      </Spoken>
    </span>
  );
}

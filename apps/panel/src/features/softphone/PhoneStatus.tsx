import { Lamp } from "@callpanel/ui";
import type { Tone } from "@callpanel/ui";
import type { PhoneState } from "@callpanel/webphone";
import { useWords } from "../../shared/words/useWords.ts";
import { usePhone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import styles from "./PhoneStatus.module.css";

const TONES: Readonly<Record<PhoneState, Tone>> = {
  registered: "good",
  connecting: "waiting",
  "not-registered": "bad",
};
const WORDS = {
  registered: "softphone.registered",
  connecting: "softphone.connecting",
  "not-registered": "softphone.notRegistered",
} as const;

/** Whether the phone works, as lamp and word. */
export function PhoneStatus() {
  const t = useWords(softphoneMessages);
  const { state } = usePhone();
  return (
    <span className={styles.status} data-state={state}>
      <Lamp tone={TONES[state]} />
      <output aria-label={t("softphone.phoneStatus")}>{t(WORDS[state])}</output>
    </span>
  );
}

import type { CallSnapshot } from "@callpanel/webphone";
import {
  IconMicrophoneOff,
  IconPhoneCall,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconPlayerPause,
  IconWifiOff,
} from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { isOffered } from "./softphone.model.ts";
import styles from "./CallState.module.css";

const SIGNS = {
  calling: IconPhoneOutgoing,
  ringing: IconPhoneOutgoing,
  "on-hold": IconPlayerPause,
  muted: IconMicrophoneOff,
  "on-call": IconPhoneCall,
} as const;

const WORDS = {
  calling: "softphone.call.calling",
  ringing: "softphone.call.ringing",
  "on-hold": "softphone.call.onHold",
  muted: "softphone.call.muted",
  "on-call": "softphone.call.onCall",
} as const;

/** The state of a call as sign and word in its colour. */
export function CallState({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(softphoneMessages);
  const offered = isOffered(call);
  if (call.isReconnecting)
    return (
      <span className={styles.state} data-state="reconnecting">
        <IconWifiOff size={14} stroke={2} aria-hidden />
        {t("softphone.call.reconnecting")}
      </span>
    );
  const Sign = offered ? IconPhoneIncoming : SIGNS[call.visual];
  return (
    <span className={styles.state} data-state={call.visual}>
      <Sign size={14} stroke={2} aria-hidden />
      {t(offered ? "softphone.call.incoming" : WORDS[call.visual])}
    </span>
  );
}

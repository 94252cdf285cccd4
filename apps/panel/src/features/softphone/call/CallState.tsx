import type { CallSnapshot } from "@callpanel/webphone";
import {
  IconMicrophoneOff,
  IconPhoneCall,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconPlayerPause,
  IconVolumeOff,
  IconWifiOff,
} from "@callpanel/ui";
import { farEndMessages } from "../../../shared/farEnd/farEnd.messages.ts";
import { nowText } from "../../../shared/farEnd/farEnd.words.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { callMessages } from "../call.messages.ts";
import { isOffered } from "../softphone.model.ts";
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

/** The state of a call: icon and word in the colour of the state. */
export function CallState({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const tFar = useWords(farEndMessages);
  const offered = isOffered(call);
  if (call.isReconnecting)
    return (
      <span className={styles.state} data-state="reconnecting">
        <IconWifiOff size={14} stroke={2} aria-hidden />
        {t(call.isUnreachable ? "softphone.call.noAudio" : "softphone.call.reconnecting")}
      </span>
    );
  if (call.far?.silence !== undefined && call.visual === "on-call")
    return (
      <span className={styles.state} data-state="reconnecting">
        <IconVolumeOff size={14} stroke={2} aria-hidden />
        {t("softphone.call.noAudio")}
      </span>
    );
  // The person's own hold and mute come first; otherwise show what happens at the other end.
  const now = call.far && call.visual === "on-call" ? nowText(tFar, call.far) : null;
  const Sign = offered ? IconPhoneIncoming : SIGNS[call.visual];
  return (
    <span className={styles.state} data-state={call.visual}>
      <Sign size={14} stroke={2} aria-hidden />
      {now ?? t(offered ? "softphone.call.incoming" : WORDS[call.visual])}
    </span>
  );
}

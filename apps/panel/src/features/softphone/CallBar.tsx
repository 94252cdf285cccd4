import type { CallSnapshot } from "@callpanel/webphone";
import {
  IconChevronUp,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
} from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { CallButton } from "./CallButton.tsx";
import { CallGroup } from "./CallGroup.tsx";
import { CallHead } from "./CallHead.tsx";
import { usePhone, useSoftphone, useSoftphoneState } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { isOffered, openCallOf } from "./softphone.model.ts";
import { usePeer } from "./usePeer.ts";
import styles from "./CallBar.module.css";

/** The call in progress at the foot of the page, while the dock is closed (ux.md: a call never disappears). */
export function CallBar({ onOpen }: { readonly onOpen: () => void }) {
  const { calls } = usePhone();
  const { chosenCallId } = useSoftphoneState();
  const call = openCallOf(calls, chosenCallId);
  if (!call) return null;
  const otherCount = calls.filter((one) => one !== call && !isOffered(one)).length;
  return <Bar key={call.id} call={call} otherCount={otherCount} onOpen={onOpen} />;
}

interface BarProps {
  readonly call: CallSnapshot;
  readonly otherCount: number;
  readonly onOpen: () => void;
}

function Bar({ call, otherCount, onOpen }: BarProps) {
  const t = useWords(softphoneMessages);
  const { actions } = useSoftphone();
  const peer = usePeer(call);
  return (
    <CallGroup call={call} peer={peer} form="bar">
      <div className={styles.bar}>
        <button type="button" className={styles.open} aria-label={t("softphone.call.openPhone")} onClick={onOpen}>
          <CallHead call={call} peer={peer} form="line" />
          {otherCount > 0 ? (
            <span className={styles.others} data-tip={t("softphone.call.others", { count: otherCount })}>
              +{otherCount}
            </span>
          ) : null}
          <IconChevronUp size={18} stroke={1.75} aria-hidden />
        </button>
        {call.state === "answered" ? (
          <>
            <CallButton
              form="round"
              look={call.isMuted ? "active" : "plain"}
              icon={call.isMuted ? IconMicrophone : IconMicrophoneOff}
              label={t(call.isMuted ? "softphone.call.unmute" : "softphone.call.mute")}
              onClick={() => actions.toggleMute(call.id)}
            />
            <CallButton
              form="round"
              look={call.isOnHold ? "active" : "plain"}
              icon={call.isOnHold ? IconPlayerPlay : IconPlayerPause}
              label={t(call.isOnHold ? "softphone.call.unhold" : "softphone.call.hold")}
              onClick={() => actions.toggleHold(call.id)}
            />
          </>
        ) : null}
        <CallButton
          form="round"
          look="end"
          icon={IconPhoneOff}
          label={t("softphone.call.hangUp")}
          onClick={() => actions.hangUp(call.id)}
        />
      </div>
    </CallGroup>
  );
}

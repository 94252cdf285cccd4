import type { CallSnapshot } from "@callpanel/webphone";
import {
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
} from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { CallButton } from "./CallButton.tsx";
import { CallDialPad } from "./CallDialPad.tsx";
import { CallHead } from "./CallHead.tsx";
import { useSoftphone, useSoftphoneState } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { VolumeSlider } from "./VolumeSlider.tsx";
import styles from "./OpenCall.module.css";

/** The open call of the stack: head, toolbar, volume, dial pad. */
export function OpenCall({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const { padCallId } = useSoftphoneState();
  const isPadOpen = padCallId === call.id && call.state === "answered";
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <CallHead call={call} peer={peer} form="card" />
      </div>
      <Toolbar call={call} isPadOpen={isPadOpen} />
      {isPadOpen || call.digitsReceived !== "" ? <CallDialPad call={call} isOpen={isPadOpen} /> : null}
      <VolumeSlider />
    </div>
  );
}

/** Four to a row: what a call offers later takes the second row. */
function Toolbar({ call, isPadOpen }: { readonly call: CallSnapshot; readonly isPadOpen: boolean }) {
  const t = useWords(softphoneMessages);
  const { actions } = useSoftphone();
  const end = (
    <CallButton
      form="tile"
      look="end"
      icon={IconPhoneOff}
      label={t("softphone.call.hangUp")}
      onClick={() => actions.hangUp(call.id)}
    />
  );
  if (call.state === "initiating") return <div className={styles.toolbar}>{end}</div>;
  return (
    <div className={styles.toolbar}>
      <CallButton
        form="tile"
        look={call.isOnHold ? "active" : "plain"}
        icon={call.isOnHold ? IconPlayerPlay : IconPlayerPause}
        label={t(call.isOnHold ? "softphone.call.unhold" : "softphone.call.hold")}
        onClick={() => actions.toggleHold(call.id)}
      />
      <CallButton
        form="tile"
        look={call.isMuted ? "active" : "plain"}
        icon={call.isMuted ? IconMicrophone : IconMicrophoneOff}
        label={t(call.isMuted ? "softphone.call.unmute" : "softphone.call.mute")}
        onClick={() => actions.toggleMute(call.id)}
      />
      <CallButton
        form="tile"
        look={isPadOpen ? "active" : "plain"}
        icon={IconDialpad}
        label={t("softphone.call.dialPad")}
        expanded={isPadOpen}
        onClick={() => actions.toggleCallPad(call.id)}
      />
      {end}
    </div>
  );
}

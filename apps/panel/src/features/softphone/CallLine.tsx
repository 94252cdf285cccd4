import type { CallSnapshot } from "@callpanel/webphone";
import { IconPhoneOff, IconPlayerPause, IconPlayerPlay } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { CallButton } from "./CallButton.tsx";
import { CallHead } from "./CallHead.tsx";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import styles from "./CallLine.module.css";

/** A call that is not the open one: one line, a click on it opens it. */
export function CallLine({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const t = useWords(softphoneMessages);
  const { actions } = useSoftphone();
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.open}
        aria-label={t("softphone.call.open", { peer })}
        onClick={() => actions.choose(call.id)}
      >
        <CallHead call={call} peer={peer} form="line" />
      </button>
      {call.state === "answered" ? (
        <CallButton
          form="round"
          icon={call.isOnHold ? IconPlayerPlay : IconPlayerPause}
          label={t(call.isOnHold ? "softphone.call.unhold" : "softphone.call.hold")}
          onClick={() => actions.toggleHold(call.id)}
        />
      ) : null}
      <CallButton
        form="round"
        look="end"
        icon={IconPhoneOff}
        label={t("softphone.call.hangUp")}
        onClick={() => actions.hangUp(call.id)}
      />
    </div>
  );
}

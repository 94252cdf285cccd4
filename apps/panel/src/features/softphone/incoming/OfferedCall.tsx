import type { CallSnapshot } from "@callpanel/webphone";
import { IconPhone, IconPhoneOff } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { CallHead } from "../call/CallHead.tsx";
import { MicrophoneHelp } from "./MicrophoneHelp.tsx";
import { OfferedMenu } from "./OfferedMenu.tsx";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import styles from "./OfferedCall.module.css";

/** An incoming call that is not answered yet: the caller, Accept, Reject, and More. */
export function OfferedCall({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const t = useWords(softphoneMessages);
  const { actions } = useSoftphone();
  return (
    <div className={styles.offer}>
      <div className={styles.head}>
        <CallHead call={call} peer={peer} form="card" />
        <OfferedMenu call={call} />
      </div>
      <MicrophoneHelp />
      <div className={styles.buttons}>
        <button type="button" className={styles.button} data-look="reject" onClick={() => actions.reject(call.id)}>
          <IconPhoneOff size={18} stroke={1.9} aria-hidden />
          {t("softphone.call.reject")}
        </button>
        <button type="button" className={styles.button} data-look="accept" onClick={() => actions.answer(call.id)}>
          <IconPhone size={18} stroke={1.9} aria-hidden />
          {t("softphone.call.accept")}
        </button>
      </div>
    </div>
  );
}

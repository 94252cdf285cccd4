import type { CallSnapshot } from "@callpanel/webphone";
import { IconPhone, IconPhoneOff, IconRecordMail } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { CallHead } from "./CallHead.tsx";
import { useSoftphone } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { boxNumber } from "./voicemail.ts";
import styles from "./OfferedCall.module.css";

/** An incoming call that nobody has answered: who it is, Accept, Reject, and To voicemail where the person may send calls on. */
export function OfferedCall({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const t = useWords(softphoneMessages);
  const { actions, viewer } = useSoftphone();
  const box = boxNumber(viewer);
  return (
    <div className={styles.offer}>
      <div className={styles.head}>
        <CallHead call={call} peer={peer} form="card" />
      </div>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} data-look="reject" onClick={() => actions.reject(call.id)}>
          <IconPhoneOff size={18} stroke={1.9} aria-hidden />
          {t("softphone.call.reject")}
        </button>
        <button type="button" className={styles.button} data-look="accept" onClick={() => actions.answer(call.id)}>
          <IconPhone size={18} stroke={1.9} aria-hidden />
          {t("softphone.call.accept")}
        </button>
        {box === null ? null : (
          <button
            type="button"
            className={styles.button}
            data-look="onward"
            onClick={() => actions.sendOn(call.id, box)}
          >
            <IconRecordMail size={18} stroke={1.9} aria-hidden />
            {t("softphone.call.toVoicemail")}
          </button>
        )}
      </div>
    </div>
  );
}

import { IconPhone, IconPhoneOff } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import styles from "./OfferedCall.module.css";

/** Reject and Accept of a call that rings. */
export function OfferedButtons({ callId }: { readonly callId: string }) {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  return (
    <div className={styles.buttons}>
      <button type="button" className={styles.button} data-look="reject" onClick={() => actions.reject(callId)}>
        <IconPhoneOff size={18} stroke={1.9} aria-hidden />
        {t("softphone.call.reject")}
      </button>
      <button type="button" className={styles.button} data-look="accept" onClick={() => actions.answer(callId)}>
        <IconPhone size={18} stroke={1.9} aria-hidden />
        {t("softphone.call.accept")}
      </button>
    </div>
  );
}

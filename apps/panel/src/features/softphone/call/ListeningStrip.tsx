import type { CallSnapshot } from "@callpanel/webphone";
import { IconHeadset } from "@callpanel/ui";
import { LISTEN_MODES } from "../../../shared/phone/softphone.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import styles from "./ListeningStrip.module.css";

/** On a call that listens in: says so, and who hears the listener (SOFT-35). */
export function ListeningStrip({ call, peer }: { readonly call: CallSnapshot; readonly peer: string }) {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  const { listening } = useSoftphoneState();
  const mode = listening?.callId === call.id ? listening.mode : "monitor";
  return (
    <fieldset className={styles.strip} aria-label={t("softphone.listen.mode")}>
      <p className={styles.words}>
        <IconHeadset size={16} stroke={1.75} aria-hidden />
        {t("softphone.listen.to", { peer })}
      </p>
      <div className={styles.modes}>
        {LISTEN_MODES.map((one) => (
          <label key={one} className={styles.mode} data-tip={t(`softphone.listen.${one}Hint`)}>
            <input
              type="radio"
              name={`listen-${call.id}`}
              checked={one === mode}
              disabled={call.state !== "answered"}
              aria-label={t(`softphone.listen.${one}`)}
              onChange={() => actions.setListening(call.id, one)}
            />
            <span aria-hidden="true">{t(`softphone.listen.${one}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

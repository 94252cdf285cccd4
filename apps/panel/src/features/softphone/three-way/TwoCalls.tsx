import type { CallSnapshot } from "@callpanel/webphone";
import { IconArrowMerge, IconArrowsExchange } from "@callpanel/ui";
import { canRead } from "@callpanel/contract";
import { useWords } from "../../../shared/words/useWords.ts";
import { usePhone, useSoftphone, useSoftphoneState } from "../softphone.context.ts";
import { callMessages } from "../call.messages.ts";
import { openCallOf } from "../softphone.model.ts";
import { usePeople } from "./usePeople.ts";
import { isMergeable, isSwappable } from "./twoCalls.model.ts";
import styles from "./TwoCalls.module.css";

/** The actions for the open call and another own call: swap them (SOFT-73), or merge them into one (SOFT-74). */
export function TwoCalls({ call }: { readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const { actions, viewer } = useSoftphone();
  const { calls } = usePhone();
  const { chosenCallId } = useSoftphoneState();
  const open = openCallOf(calls, chosenCallId);
  if (!open || open === call || !isSwappable(open) || !isSwappable(call)) return null;
  return (
    <div className={styles.strip}>
      <button type="button" className={styles.button} onClick={() => actions.swap(open.id, call.id)}>
        <IconArrowsExchange size={16} stroke={1.75} aria-hidden />
        {t("softphone.call.swap")}
      </button>
      {canRead(viewer.rights, "active_calls") ? <Merge open={open} call={call} /> : null}
    </div>
  );
}

/** Its place is kept when a call has several people already. */
function Merge({ open, call }: { readonly open: CallSnapshot; readonly call: CallSnapshot }) {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  const [one, other] = [usePeople(open), usePeople(call)];
  const isPossible = isMergeable(open, one?.threeWay) && isMergeable(call, other?.threeWay);
  return (
    <button
      type="button"
      className={styles.button}
      disabled={!isPossible}
      data-risky=""
      onClick={() => actions.merge(open.id, call.id)}
    >
      <IconArrowMerge size={16} stroke={1.75} aria-hidden />
      {t("softphone.call.merge")}
    </button>
  );
}

import type { CallSnapshot } from "@callpanel/webphone";
import { IconTransfer } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { usePhone, useSoftphone } from "../softphone.context.ts";
import { destinationName } from "../softphone.api.ts";
import { callMessages } from "../call.messages.ts";
import { usePeer } from "../call/usePeer.ts";
import styles from "./TransferStrip.module.css";

/** The progress of a transfer, with `Complete transfer` and `Cancel transfer` during the consultation (SOFT-28). */
export function TransferStrip({ call }: { readonly call: CallSnapshot }) {
  const { calls } = usePhone();
  const { transfer } = call;
  if (!transfer) return null;
  const other = calls.find(({ id }) => id === transfer.otherId);
  if (!other || transfer.phase === "requested") return <TransferUnderWay to={transfer.to} />;
  const [first, target] = transfer.role === "transferee" ? [call, other] : [other, call];
  return <Consulting call={call} first={first} target={target} />;
}

export function TransferUnderWay({ to }: { readonly to: string | undefined }) {
  const t = useWords(callMessages);
  const words = useLocaleWords();
  const { api, viewer } = useSoftphone();
  const { data } = useQuery({
    queryKey: ["softphone/destinationName", to, words.locale],
    queryFn: () => destinationName({ api, viewer, words }, to ?? ""),
    enabled: to !== undefined,
  });
  return (
    <p className={styles.line}>
      <IconTransfer size={16} stroke={1.75} aria-hidden />
      <span className={styles.words}>
        {to === undefined ? t("softphone.transfer.underWay") : t("softphone.transfer.underWayTo", { name: data ?? to })}
      </span>
    </p>
  );
}

interface ConsultingProps {
  readonly call: CallSnapshot;
  /** The party to transfer, and the destination. */
  readonly first: CallSnapshot;
  readonly target: CallSnapshot;
}

function Consulting({ call, first, target }: ConsultingProps) {
  const t = useWords(callMessages);
  const { actions } = useSoftphone();
  const who = usePeer(first);
  const to = usePeer(target);
  return (
    <div className={styles.strip}>
      <IconTransfer size={16} stroke={1.75} aria-hidden />
      <span className={styles.words}>
        {call === target
          ? t("softphone.transfer.consultation", { peer: who })
          : t("softphone.transfer.waiting", { peer: to })}
      </span>
      {call === target ? (
        <span className={styles.buttons}>
          <button
            type="button"
            className={styles.button}
            data-look="main"
            data-risky=""
            onClick={() => actions.completeTransfer(call.id)}
          >
            {t("softphone.transfer.complete")}
          </button>
          <button type="button" className={styles.button} onClick={() => actions.cancelTransfer(call.id)}>
            {t("softphone.transfer.cancel")}
          </button>
        </span>
      ) : null}
    </div>
  );
}

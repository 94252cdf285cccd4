import type { CallSnapshot } from "@callpanel/webphone";
import { IconChevronUp } from "@callpanel/ui";
import { useWords } from "../../shared/words/useWords.ts";
import { CallControls } from "./CallControls.tsx";
import { CallGroup } from "./CallGroup.tsx";
import { CallHead } from "./CallHead.tsx";
import { usePhone, useSoftphoneState } from "./softphone.context.ts";
import { softphoneMessages } from "./softphone.messages.ts";
import { isOffered, openCallOf } from "./softphone.model.ts";
import { usePeer } from "./usePeer.ts";
import styles from "./CallBar.module.css";

const BAR_CONTROLS = ["mute", "hold", "transfer", "hangUp"] as const;

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
        <CallControls call={call} form="round" only={BAR_CONTROLS} />
      </div>
    </CallGroup>
  );
}

import type { CallSnapshot } from "@callpanel/webphone";
import { IconChevronUp } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import { CallControls } from "./controls/CallControls.tsx";
import { CallGroup } from "./CallGroup.tsx";
import { CallHead } from "./CallHead.tsx";
import { callMessages } from "../call.messages.ts";
import { usePeer } from "./usePeer.ts";
import opener from "./CallOpener.module.css";
import styles from "./CallBarLine.module.css";

const BAR_CONTROLS = ["mute", "hold", "transfer", "hangUp"] as const;

export interface CallBarLineProps {
  readonly call: CallSnapshot;
  readonly otherCount: number;
  readonly onOpen: () => void;
}

/** One line for a call: its state and its controls. */
export function CallBarLine({ call, otherCount, onOpen }: CallBarLineProps) {
  const t = useWords(callMessages);
  const peer = usePeer(call);
  return (
    <CallGroup call={call} peer={peer} form="bar">
      <div className={styles.bar}>
        <button
          type="button"
          className={`${opener.open} ${styles.open}`}
          aria-label={t("softphone.call.openPhone")}
          onClick={onOpen}
        >
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

import type { QueueCaller } from "@callpanel/contract";
import { IconAlertTriangle, IconBellRinging } from "@callpanel/ui";
import { memo } from "react";
import { clockText } from "../../../shared/formats/duration.ts";
import { useLiveNow } from "../../../shared/live/Elapsed.tsx";
import type { LiveQueue } from "../../../shared/live/liveQueues.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { NUMBER_NAMES } from "../../../shared/phone/numberNames.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { fits } from "../../../shared/search/fits.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";
import styles from "./CallerRow.module.css";

export interface CallerRowProps {
  readonly queue: LiveQueue;
  readonly caller: QueueCaller;
  readonly position: number;
  readonly search: string;
}

/** A waiting caller: place, who, how long. */
export const CallerRow = memo(function CallerRow({ queue, caller, position, search }: CallerRowProps) {
  const t = useWords(queuesMessages);
  const { viewer } = usePanel();
  const write = useNumberText(viewer);
  const { callerName, callerNumber, enteredAt, ringing } = caller;
  const contact = useNumberName(
    useService(NUMBER_NAMES),
    callerName === "" && callerNumber !== "" ? callerNumber : null,
  );
  const known = callerName || contact?.name || "";
  const name = known || callerNumber || t("queues.someone");
  if (!fits(`${known} ${callerNumber}`, search)) return null;
  const shown = known || (callerNumber === "" ? name : write(callerNumber));
  return (
    <li className={styles.caller} aria-label={t("queues.caller", { name })} data-position={position}>
      <span className={styles.position}>{position}</span>
      <p className={styles.who}>
        <bdi className={styles.name} data-tip={shown}>
          {shown}
        </bdi>
        {known === "" || callerNumber === "" ? null : <span className={styles.number}>{write(callerNumber)}</span>}
      </p>
      {ringing.length === 0 ? null : (
        <span className={styles.ringing} data-tip={t("queues.ringingAt", { extens: ringing.join(", ") })}>
          <IconBellRinging size={15} stroke={1.9} aria-hidden />
          {t("queues.state.ringing")}
        </span>
      )}
      <Wait since={enteredAt} targetSeconds={queue.summary.target} />
    </li>
  );
});

/** Ticks; over the target of the queue it is marked by an icon too. */
function Wait({ since, targetSeconds }: { readonly since: number; readonly targetSeconds: number }) {
  const t = useWords(queuesMessages);
  const waitedMs = useLiveNow() - since;
  const isLate = targetSeconds > 0 && waitedMs > targetSeconds * 1_000;
  return (
    <span
      className={styles.wait}
      data-late={isLate ? "" : undefined}
      data-tip={isLate ? t("queues.late", { seconds: targetSeconds }) : undefined}
    >
      {isLate ? <IconAlertTriangle size={14} stroke={2} aria-hidden /> : null}
      <span role="timer" aria-hidden="true">
        {clockText(waitedMs)}
      </span>
    </span>
  );
}

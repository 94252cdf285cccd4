import type { QueueCaller } from "@callpanel/contract";
import { IconAlertTriangle, IconBellRinging, IconButton, IconPhoneIncoming, IconPhoneOutgoing } from "@callpanel/ui";
import { memo, useMemo, useRef } from "react";
import { Elapsed } from "../../../shared/live/Elapsed.tsx";
import { usePanel, useService } from "../../../shared/panel.ts";
import { MOVING } from "../../../shared/phone/moving.ts";
import { NUMBER_NAMES } from "../../../shared/phone/numberNames.ts";
import { useNumberName } from "../../../shared/phone/useNumberName.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { fits } from "../../../shared/search/fits.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { MoveHandle, useCallDrag } from "../../moving/index.ts";
import { queuesMessages } from "../queues.messages.ts";
import { RemoveCallback } from "./RemoveCallback.tsx";
import styles from "./CallerRow.module.css";

export interface CallerRowProps {
  /** Number and name of the queue. */
  readonly queue: string;
  readonly queueName: string;
  /** Of the service level. */
  readonly targetSeconds: number;
  readonly caller: QueueCaller;
  readonly position: number;
  readonly search: string;
}

/** A waiting caller: place, who, how long. */
export const CallerRow = memo(function CallerRow({ search, ...row }: CallerRowProps) {
  const t = useWords(queuesMessages);
  const { viewer } = usePanel();
  const write = useNumberText(viewer);
  const { callerName, callerNumber } = row.caller;
  const contact = useNumberName(
    useService(NUMBER_NAMES),
    callerName === "" && callerNumber !== "" ? callerNumber : null,
  );
  const known = callerName || contact?.name || "";
  const name = known || callerNumber || t("queues.someone");
  const shown = known || (callerNumber === "" ? name : write(callerNumber));
  if (!fits(`${known} ${callerNumber}`, search)) return null;
  return <Caller {...row} known={known} name={name} shown={shown} />;
});

interface CallerProps extends Omit<CallerRowProps, "search"> {
  /** Empty without one. */
  readonly known: string;
  /** Name or number, as they came. */
  readonly name: string;
  readonly shown: string;
}

/** Can be dragged to an agent, a colleague or a place, or moved from a list (QDASH-10). */
function Caller({ queue, queueName, targetSeconds, caller, position, known, name, shown }: CallerProps) {
  const t = useWords(queuesMessages);
  const { viewer } = usePanel();
  const write = useNumberText(viewer);
  const moving = useService(MOVING);
  const box = useRef<HTMLLIElement>(null);
  const { callid, callerNumber, enteredAt, ringing, callback } = caller;
  const { user: own } = viewer;
  const carried = useMemo(
    () => ({
      queue: { number: queue, name: queueName },
      caller: { callid, number: callerNumber, name: known },
    }),
    [queue, queueName, callid, callerNumber, known],
  );
  const mayMove = moving.mayMoveCallers(queue, "others");
  // A caller who has hung up cannot be moved.
  const taken = mayMove && callback === undefined ? carried : null;
  useCallDrag(box, { moving, taken, label: shown });
  return (
    <li
      ref={box}
      className={styles.caller}
      aria-label={t("queues.caller", { name })}
      data-position={position}
      data-movable={taken ? "" : undefined}
    >
      <span className={styles.position}>{position}</span>
      <p className={styles.who}>
        <bdi className={styles.name} data-tip={shown}>
          {shown}
        </bdi>
        {known === "" || callerNumber === "" ? null : <span className={styles.number}>{write(callerNumber)}</span>}
      </p>
      {callback === undefined ? null : (
        <span
          className={styles.callback}
          data-tip={t("queues.callback.hint", { attempts: callback.attempts })}
          data-callback={callback.attempts}
        >
          <IconPhoneOutgoing size={15} stroke={1.9} aria-hidden />
          {t("queues.callback")}
        </span>
      )}
      {ringing.length === 0 ? null : (
        <span className={styles.ringing} data-tip={t("queues.ringingAt", { extens: ringing.join(", ") })}>
          <IconBellRinging size={15} stroke={1.9} aria-hidden />
          {t("queues.state.ringing")}
        </span>
      )}
      <Wait since={enteredAt} targetSeconds={targetSeconds} />
      <span className={styles.buttons}>
        {callback !== undefined && mayMove ? <RemoveCallback queue={queue} callid={callid} name={shown} /> : null}
        {callback === undefined && moving.mayMoveCallers(queue, "self") ? (
          <IconButton
            size="small"
            label={t("queues.take")}
            icon={IconPhoneIncoming}
            onClick={() => moving.move(carried, { kind: "person", number: own.extension, name: fullNameOf(own) })}
          />
        ) : null}
        {taken === null ? null : <MoveHandle onAsk={() => moving.ask(taken)} />}
      </span>
    </li>
  );
}

/** Ticks; over the target of the queue it is marked by an icon too. */
function Wait({ since, targetSeconds }: { readonly since: number; readonly targetSeconds: number }) {
  const t = useWords(queuesMessages);
  const { second } = usePanel();
  // Rendered again only when it becomes late.
  const late = useMemo(
    () => ({
      get: () => targetSeconds > 0 && second.get() - since > targetSeconds * 1_000,
      subscribe: second.subscribe,
    }),
    [second, since, targetSeconds],
  );
  const isLate = useSnapshot(late);
  return (
    <span
      className={styles.wait}
      data-late={isLate ? "" : undefined}
      data-tip={isLate ? t("queues.late", { seconds: targetSeconds }) : undefined}
    >
      {isLate ? <IconAlertTriangle size={14} stroke={2} aria-hidden /> : null}
      <Elapsed since={since} />
    </span>
  );
}

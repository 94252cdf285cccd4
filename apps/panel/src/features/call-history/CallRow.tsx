import type { CallRecord } from "@callpanel/contract";
import {
  Checkbox,
  IconArrowForwardUp,
  IconButton,
  IconPhone,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconPhoneX,
  IconPlayerPlay,
} from "@callpanel/ui";
import list from "../../shared/list/Row.module.css";
import { RowWhen } from "../../shared/list/RowWhen.tsx";
import { usePanel } from "../../shared/panel.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useDial } from "../../shared/phone/useDial.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { callHistoryMessages } from "./call-history.messages.ts";
import { calleeOf, callerOf, kindOf, peerOf } from "../../shared/phone/pastCall.ts";
import { rowIdOf } from "./call-history.model.ts";
import { CallMenu } from "./CallMenu.tsx";
import { useDestination } from "../../shared/phone/useDestination.ts";
import { useEndName } from "./useEndName.ts";
import { useZoned } from "./useZoned.ts";
import styles from "./CallRow.module.css";

const SIGNS = {
  incoming: IconPhoneIncoming,
  outgoing: IconPhoneOutgoing,
  missed: IconPhoneX,
  forwarded: IconArrowForwardUp,
  failed: IconPhoneX,
  between: IconArrowForwardUp,
} as const;

/** CDR-62: the place of a call in its conversation; `count`: its other calls. */
export type CallParts =
  | { readonly kind: "alone" | "other" }
  | { readonly kind: "first"; readonly count: number; readonly isOpen: boolean; readonly toggle: () => void };

export interface CallRowProps {
  readonly call: CallRecord;
  readonly parts: CallParts;
  readonly zone: string;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onPlay: () => void;
  readonly ticked: boolean;
  readonly onTick: (on: boolean) => void;
}

/** A call on one line: both parties, time, duration, and whether it was recorded. */
export function CallRow({ call, parts, zone, open, onOpen, onPlay, ticked, onTick }: CallRowProps) {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const title = useCallTitle(call);
  const kind = kindOf(call, viewer.user.id);
  const Sign = SIGNS[kind];
  return (
    <li
      className={`${list.row} ${styles.row}`}
      data-kind={kind}
      data-open={open ? "" : undefined}
      data-ticked={ticked ? "" : undefined}
      data-part={parts.kind === "other" ? "" : undefined}
    >
      {call.recording ? (
        <Checkbox
          className={list.tick}
          label={null}
          aria-label={t("callHistory.archive.select", { title })}
          checked={ticked}
          onChange={onTick}
        />
      ) : (
        <span />
      )}
      <span className={styles.sign} data-tip={t(`callHistory.kind.${kind}`)}>
        <Sign size={19} stroke={1.75} aria-hidden />
      </span>
      <div className={list.who}>
        <button
          type="button"
          id={rowIdOf(call.id)}
          className={`${list.name} ${list.whole}`}
          aria-label={t("callHistory.open", { title, kind: t(`callHistory.kind.${kind}`) })}
          aria-current={open ? "true" : undefined}
          onClick={onOpen}
        >
          <bdi className={`${list.cut} ${styles.title}`}>{title}</bdi>
        </button>
        <Facts call={call} />
      </div>
      <RowWhen className={styles.when} at={call.calldate} formats={useZoned(zone)} seconds={call.talk_duration} />
      <div className={`${list.actions} ${styles.actions}`}>
        {parts.kind === "first" ? (
          <button
            type="button"
            className={styles.parts}
            aria-label={t("callHistory.parts", { count: parts.count })}
            data-tip={t("callHistory.parts", { count: parts.count })}
            aria-expanded={parts.isOpen}
            onClick={parts.toggle}
          >
            +{parts.count}
          </button>
        ) : null}
        {call.recording ? (
          <IconButton icon={IconPlayerPlay} label={t("callHistory.listen", { title })} onClick={onPlay} />
        ) : null}
        <CallBack call={call} />
        <CallMenu call={call} title={title} />
      </div>
    </li>
  );
}

/** The name of the other party; for calls of others, both names. */
export function useCallTitle(call: CallRecord): string {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const label = useDestination(call);
  const caller = useEndName(callerOf(call)).name;
  const callee = useEndName(calleeOf(call)).name;
  const to = label ?? callee;
  const kind = kindOf(call, viewer.user.id);
  if (kind === "between") return t("callHistory.between", { from: caller, to });
  return call.caller_id === viewer.user.id ? to : caller;
}

/** Number, kind and how it ended: what there is of them. */
function Facts({ call }: { readonly call: CallRecord }) {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const kind = kindOf(call, viewer.user.id);
  const peer = useEndName(call.caller_id === viewer.user.id ? calleeOf(call) : callerOf(call));
  const outcome = useOutcome(call);
  const why = useDiversion(call);
  const label = useDestination(call);
  return (
    <span className={list.facts}>
      {kind === "between" || peer.number === "" ? null : <bdi className={list.digits}>{peer.number}</bdi>}
      {kind === "forwarded" ? null : (
        <span>{t(kind === "between" ? `callHistory.direction.${call.direction}` : `callHistory.kind.${kind}`)}</span>
      )}
      {kind === "incoming" && label !== null ? <span>{label}</span> : null}
      {why === null ? null : <span>{why}</span>}
      {outcome === null || kind === "missed" ? null : (
        <span className={call.disposition === "transferred" ? undefined : styles.bad}>{outcome}</span>
      )}
    </span>
  );
}

/** DIVERT-5: why a call did not reach the viewer; null for other calls. */
export function useDiversion({ diverted }: CallRecord): string | null {
  const t = useWords(callHistoryMessages);
  const write = useNumberText(usePanel().viewer);
  return diverted === null ? null : t(`callHistory.diverted.${diverted.why}`, { to: write(diverted.to) });
}

/** How an unanswered call ended; null for other calls. */
export function useOutcome({ disposition, failed }: CallRecord): string | null {
  const t = useWords(callHistoryMessages);
  switch (disposition) {
    case "answered":
      return failed ? t("callHistory.ended.failed") : null;
    case "cancelled":
    case "transferred":
    case "busy":
    case "rejected":
    case "noAnswer":
    case "unavailable":
    case "notFound":
      return t(`callHistory.ended.${disposition}`);
    default:
      return t("callHistory.ended.failed");
  }
}

function CallBack({ call }: { readonly call: CallRecord }) {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const dial = useDial();
  const peer = peerOf(call, viewer.user.id);
  if (dial === null || peer === null) return null;
  return (
    <IconButton
      icon={IconPhone}
      label={t("callHistory.call", { number: peer.number })}
      onClick={() => dial(peer.number)}
    />
  );
}

import { readSms } from "@callpanel/contract";
import type { SmsConversation, SmsMessage } from "@callpanel/contract";
import { Button, CountBadge, IconArrowDown, IconMessage, Spinner, Spoken, StatePanel } from "@callpanel/ui";
import { Fragment, useEffect, useMemo, useState } from "react";
import { SMS } from "../../../shared/live/sms.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { DayLine } from "../room/log/DayLine.tsx";
import { moveBetweenRows } from "../room/log/MessageLog.tsx";
import logs from "../room/log/MessageLog.module.css";
import { bodyPx } from "../room/log/rowHeight.model.ts";
import { useLogWindow } from "../room/log/useLogWindow.ts";
import { usePageVisible } from "../room/log/usePageVisible.ts";
import { smsMessages } from "./sms.messages.ts";
import { drawnSms } from "./sms.model.ts";
import panes from "./SmsPane.module.css";
import { SmsMessageRow } from "./SmsMessageRow.tsx";
import { useSmsName } from "./useSmsName.ts";

/** Pages of older messages. */
interface SmsHistory {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
}

export interface SmsLogProps {
  readonly conversation: SmsConversation;
  /** The latest ones, in their order. */
  readonly messages: readonly SmsMessage[];
  readonly history: SmsHistory;
  /** Grows with each message that is written here: the log goes to its end. */
  readonly sent: number;
  readonly mayWrite: boolean;
}

/** SMSUI-3, SMSUI-4: the messages of a conversation. */
export function SmsLog({ conversation, messages, history, sent, mayWrite }: SmsLogProps) {
  const t = useWords(smsMessages);
  const { id, unread } = conversation;
  const outbox = useSnapshot(useService(SMS).outbox);
  const [readAt] = useState(() => markOf(messages, unread));
  const rows = useMemo(
    () => drawnSms({ messages, waiting: outbox.filter((one) => one.conversation === id), readAt }),
    [messages, outbox, id, readAt],
  );
  const onEdge = (end: "up" | "down") => {
    if (end === "up" && history.hasNextPage && !history.isFetchingNextPage && !history.isFetchNextPageError)
      void history.fetchNextPage();
  };
  const newKey = rows.find(({ isFirstNew }) => isFirstNew)?.key ?? null;
  const log = useLogWindow({ rows, heightOf: bodyPx, onEdge, isLive: true, startsAtEnd: true, newKey });
  const { toEnd } = log;
  useReading(conversation, log.isAtEnd);
  useEffect(() => {
    if (sent > 0) toEnd();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each message
  }, [sent]);
  return (
    <div className={`${logs.frame} ${panes.main}`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its messages */}
      <div
        ref={log.log}
        className={logs.log}
        role="log"
        aria-label={t("sms.messages")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled and read by keyboard
        tabIndex={0}
        onScroll={log.scrolled}
        onKeyDown={moveBetweenRows}
      >
        <LogHead conversation={conversation} isEmpty={rows.length === 0} isWhole={!log.hasMore} history={history} />
        {log.shown.map((row) => (
          <Fragment key={row.key}>
            {row.isNewDay ? <DayLine at={row.at} /> : null}
            {row.isFirstNew ? (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- with a word in it
              <div className={logs.new} role="separator" aria-label={t("sms.newLine")}>
                <span>{t("sms.newLine")}</span>
              </div>
            ) : null}
            <SmsMessageRow row={row} conversation={conversation} mayWrite={mayWrite} />
          </Fragment>
        ))}
      </div>
      {log.isAtEnd || rows.length === 0 ? null : (
        <Button className={logs.latest} icon={IconArrowDown} onClick={toEnd}>
          {t("sms.latest")}
          <CountBadge count={unread} inline />
        </Button>
      )}
    </div>
  );
}

/** The place before the first unread message; null: none, or it is not loaded. */
function markOf(messages: readonly SmsMessage[], unread: number): number | null {
  const first = unread === 0 ? undefined : messages.filter(({ direction }) => direction === "in").at(-unread);
  return first === undefined ? null : first.n - 1;
}

interface LogHeadProps extends Pick<SmsLogProps, "conversation" | "history"> {
  readonly isEmpty: boolean;
  /** No known message is above the shown ones. */
  readonly isWhole: boolean;
}

function LogHead({ conversation, isEmpty, isWhole, history }: LogHeadProps) {
  const t = useWords(smsMessages);
  const write = useNumberText(usePanel().viewer);
  const nameOf = useSmsName();
  if (isEmpty)
    return (
      <div className={logs.empty}>
        <StatePanel
          icon={IconMessage}
          title={t("sms.none")}
          text={t("sms.noneText", { number: write(conversation.did) })}
        />
      </div>
    );
  if (history.isFetchNextPageError)
    return (
      <p className={logs.note} role="alert">
        {t("sms.olderFailed")} <Button onClick={() => void history.fetchNextPage()}>{t("sms.again")}</Button>
      </p>
    );
  if (!history.hasNextPage)
    return isWhole ? <p className={logs.begin}>{t("sms.begin", { name: nameOf(conversation) })}</p> : null;
  return (
    <output className={logs.older}>
      {history.isFetchingNextPage ? (
        <>
          <Spinner size={16} />
          <Spoken>{t("sms.older")}</Spoken>
        </>
      ) : null}
    </output>
  );
}

/** SMSUI-8: what is in view is read: the end of the conversation, in a visible page. */
function useReading({ id, n, unread }: SmsConversation, isAtEnd: boolean): void {
  const { api } = usePanel();
  const isVisible = usePageVisible();
  useEffect(() => {
    // The mark is sent to all of the user's panels, this one too; a lost one is set with the next message.
    if (isAtEnd && isVisible && unread > 0)
      api.call(readSms, { body: { conversation_id: id, n } }).catch(() => undefined);
  }, [api, isAtEnd, isVisible, unread, id, n]);
}

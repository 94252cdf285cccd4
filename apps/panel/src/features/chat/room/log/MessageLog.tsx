import type { ChatMessage } from "@callpanel/contract";
import type { ChatClient, ClientRoom } from "@callpanel/contract/chat-client";
import {
  Button,
  CountBadge,
  IconArrowDown,
  IconArrowUp,
  IconButton,
  IconMessageCircle,
  IconX,
  Spinner,
  Spoken,
  StatePanel,
} from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useCallback, useEffect, useMemo, useState } from "react";
import type { KeyboardEvent } from "react";
import { useFormats } from "../../../../shared/formats/useFormats.ts";
import { CHAT } from "../../../../shared/live/chat.ts";
import { sameItems, useChat } from "../../../../shared/chat/useChat.ts";
import { usePanel, useService } from "../../../../shared/panel.ts";
import { useWords } from "../../../../shared/words/useWords.ts";
import { chatMessages } from "../../chat.messages.ts";
import { seenByAll } from "../../chat.model.ts";
import type { RoomPlace } from "../../chat.model.ts";
import type { RoomRights } from "../../chat.rights.ts";
import { callLinesQuery } from "../../presence/presence.api.ts";
import { useRoomName } from "../../useRoomName.ts";
import { DayLine } from "./DayLine.tsx";
import styles from "./MessageLog.module.css";
import { MessageRow } from "./MessageRow.tsx";
import { useLeft } from "../useLeft.ts";
import { rowPx } from "./rowHeight.model.ts";
import { createRows } from "./rows.model.ts";
import type { Row } from "./rows.model.ts";
import { useHistory, useRoomMessages } from "./useHistory.ts";
import { useLogJumps } from "./useLogJumps.ts";
import type { LogGoal } from "./useLogJumps.ts";
import { useLogWindow } from "./useLogWindow.ts";
import { useOwnPerson } from "./useOwnPerson.ts";
import { usePageVisible } from "./usePageVisible.ts";

export interface MessageLogProps {
  readonly known: ClientRoom;
  readonly place: RoomPlace;
  readonly rights: RoomRights;
  /** Where one wants to be. */
  readonly goal: LogGoal | null;
  /** Opens a thread, at an answer in it. */
  readonly onThread: (root: number, answer?: number) => void;
  /** Grows with each message that is sent here: the log goes to its end. */
  readonly sent: number;
  /** The message that is being changed. */
  readonly edited: number | null;
  readonly onEdit: (id: number | null) => void;
}

/** CHATUI-6 to CHATUI-9: the messages of a room. */
export function MessageLog({ known, place, rights, goal, sent, edited, onThread, onEdit }: MessageLogProps) {
  const t = useWords(chatMessages);
  const { room } = known;
  const history = useHistory(room.id);
  const { messages, isLive } = useRoomMessages(room.id);
  const [news, setNews] = useState(() =>
    known.unread > 0 ? { readAt: room.subscription?.read ?? 0, count: known.unread } : null,
  );
  const readAt = news?.readAt ?? null;
  const rows = useRows(known, messages, isLive, readAt);
  const first = messages[0]?.n ?? 0;
  const last = messages.at(-1)?.n ?? 0;
  const onEdge = (end: "up" | "down") => {
    if (history.state === "failed" || messages.length === 0) return;
    if (end === "up" && first > room.first) void history.load({ before: first });
    if (end === "down" && last < known.n) void history.load({ after: last });
  };
  const newRow = useMemo(
    () => (readAt === null ? undefined : rows.find(({ isFirstNew }) => isFirstNew)),
    [rows, readAt],
  );
  const [startsAtEnd] = useState(goal === null);
  const log = useLogWindow({ rows, heightOf: rowPx, onEdge, isLive, startsAtEnd, newKey: newRow?.key ?? null });
  useReading(known, log.isAtEnd);
  const toLatest = async () => {
    if (!isLive) await history.load({});
    log.toEnd();
  };
  const jumps = useLogJumps({
    goal,
    messages,
    rows,
    history,
    readAt,
    toRow: log.toRow,
    toLatest,
    onAnswer: onThread,
  });
  // One comes back to the end, with nothing new.
  const { toEnd } = log;
  const left = useCallback(() => {
    setNews(null);
    toEnd();
  }, [toEnd]);
  useLeft(left);
  const [sentBefore, setSentBefore] = useState(sent);
  useEffect(() => {
    if (sent === sentBefore) return;
    setSentBefore(sent);
    void toLatest();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each message
  }, [sent]);
  const isLoading = messages.length === 0 && known.n >= room.first;
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its messages */}
      <div
        ref={log.log}
        className={styles.log}
        role="log"
        aria-label={t("chat.messages")}
        aria-busy={isLoading}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled and read by keyboard
        tabIndex={0}
        onScroll={log.scrolled}
        onKeyDown={moveBetweenRows}
      >
        <LogHead
          known={known}
          isWhole={first <= room.first && !log.hasMore && !isLoading}
          isLoading={isLoading || history.state === "loading"}
          history={history}
          onEdge={onEdge}
        />
        {log.shown.map((row) => (
          <Fragment key={row.key}>
            {row.isNewDay ? <DayLine at={row.message.at} /> : null}
            {row.isFirstNew ? (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- with a word in it
              <div className={styles.new} role="separator" aria-label={t("chat.newLine")}>
                <span>{t("chat.newLine")}</span>
              </div>
            ) : null}
            <MessageRow
              row={row}
              room={place}
              rights={rights}
              isEdited={edited !== null && row.message.id === edited}
              isMarked={jumps.marked !== null && row.message.id === jumps.marked}
              onThread={onThread}
              onEdit={onEdit}
            />
          </Fragment>
        ))}
      </div>
      {news === null || log.isNewSeen || isLoading ? null : (
        <NewsBar count={news.count} since={newRow?.message.at} onJump={jumps.toUnread} onClose={() => setNews(null)} />
      )}
      {log.isAtEnd || isLoading || rows.length === 0 ? null : (
        <Button className={styles.latest} icon={IconArrowDown} onClick={() => void toLatest()}>
          {t("chat.latest")}
          <CountBadge count={known.unread} inline />
        </Button>
      )}
    </div>
  );
}

interface NewsBarProps {
  readonly count: number;
  /** Of the first of them, where it is known. */
  readonly since: number | undefined;
  readonly onJump: () => void;
  readonly onClose: () => void;
}

/** Above the messages, while the new ones begin further up. */
function NewsBar({ count, since, onJump, onClose }: NewsBarProps) {
  const t = useWords(chatMessages);
  const formats = useFormats();
  const { clock } = usePanel();
  const text =
    since === undefined
      ? t("chat.toUnread", { count })
      : t("chat.toUnreadSince", { count, time: formats.recent(since, clock.now()) });
  return (
    <div className={styles.unread}>
      <Button look="quiet" icon={IconArrowUp} aria-label={`${text}. ${t("chat.toUnreadLabel")}`} onClick={onJump}>
        {text}
      </Button>
      <IconButton size="small" icon={IconX} label={t("chat.close")} onClick={onClose} />
    </div>
  );
}

interface LogHeadProps {
  readonly known: ClientRoom;
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  readonly history: ReturnType<typeof useHistory>;
  readonly onEdge: (end: "up" | "down") => void;
}

/**
 * Above the first message: where the room begins, or that older ones are being loaded. CHATUI-64: only while they are, because
 * what turns makes the browser draw sixty times a second, also out of sight.
 */
function LogHead({ known, isWhole, isLoading, history, onEdge }: LogHeadProps) {
  const t = useWords(chatMessages);
  const nameOf = useRoomName();
  if (history.state === "failed")
    return (
      <p className={styles.note} role="alert">
        {t("chat.historyFailed")} <Button onClick={() => onEdge("up")}>{t("chat.retry")}</Button>
      </p>
    );
  if (known.n < known.room.first)
    return (
      <div className={styles.empty}>
        <StatePanel icon={IconMessageCircle} title={t("chat.first")} text={t("chat.firstText")} />
      </div>
    );
  if (isWhole) {
    const name = nameOf(known.room);
    return <p className={styles.begin}>{t(known.room.type === "d" ? "chat.beginDirect" : "chat.begin", { name })}</p>;
  }
  return (
    <output className={styles.older}>
      {isLoading ? (
        <>
          <Spinner size={16} />
          <Spoken>{t("chat.loadingOlder")}</Spoken>
        </>
      ) : null}
    </output>
  );
}

function useRows(
  known: ClientRoom,
  messages: readonly ChatMessage[],
  isLive: boolean,
  readAt: number | null,
): readonly Row[] {
  const outbox = useChat(
    useCallback((client: ChatClient) => client.outbox(), []),
    sameItems,
  );
  const own = useOwnPerson();
  const { clock } = usePanel();
  const { id } = known.room;
  const seen = seenByAll(known);
  const [rowsOf] = useState(createRows);
  const shown = useShown(messages);
  return useMemo(
    () =>
      rowsOf({
        messages: shown,
        outbox: isLive ? outbox : [],
        room: id,
        thread: null,
        own,
        seen,
        readAt,
        now: clock.now(),
      }),
    [rowsOf, shown, outbox, isLive, id, own, seen, readAt, clock],
  );
}

/** CHATUI-34: without lines of the phone for who does not want them. */
function useShown(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const { api } = usePanel();
  const { data: isHidden = false } = useQuery(callLinesQuery(api));
  return useMemo(() => (isHidden ? messages.filter(({ call }) => call === undefined) : messages), [messages, isHidden]);
}

/** CHATUI-9: what is in view is read: the end of the room, in a visible page. */
function useReading({ room, n, unread }: ClientRoom, isAtEnd: boolean): void {
  const { client } = useService(CHAT);
  const isVisible = usePageVisible();
  const isMember = room.subscription !== null;
  useEffect(() => {
    if (isAtEnd && isVisible && isMember && unread > 0) client.order({ order: "read", room: room.id, n });
  }, [client, isAtEnd, isVisible, isMember, unread, room.id, n]);
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** CHATUI-46: arrow keys move between messages; the menu key, Shift and F10 or Enter open the actions of the one with the focus. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLElement)) return;
  const isRow = target.tagName === "ARTICLE";
  const opensMenu = event.key === "ContextMenu" || event.key === "Enter" || (event.key === "F10" && event.shiftKey);
  if (isRow && opensMenu) {
    event.preventDefault();
    target.querySelector<HTMLElement>("[data-message-menu]")?.click();
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined || (target !== currentTarget && !isRow)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("article")];
  const at = rows.indexOf(target);
  const next = at < 0 ? rows.at(-1) : rows[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

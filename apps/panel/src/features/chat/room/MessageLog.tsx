import type { ChatMessage } from "@callpanel/contract";
import type { ChatClient, ClientRoom } from "@callpanel/contract/chat-client";
import { Button, CountBadge, IconArrowDown, IconMessageCircle, Spinner, StatePanel } from "@callpanel/ui";
import { Fragment, useCallback, useEffect, useMemo, useState } from "react";
import type { KeyboardEvent } from "react";
import { CHAT, sameItems, useChat } from "../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import { drawnMessages, roomName, rowsOf } from "../chat.model.ts";
import type { RoomRights, Row } from "../chat.model.ts";
import { DayLine } from "./DayLine.tsx";
import styles from "./MessageLog.module.css";
import { MessageRow } from "./MessageRow.tsx";
import { useHistory, useRoomMessages } from "./useHistory.ts";
import { useLogWindow } from "./useLogWindow.ts";
import { useOwnPerson } from "./useOwnPerson.ts";
import { usePageVisible } from "./usePageVisible.ts";

export interface MessageLogProps {
  readonly known: ClientRoom;
  readonly rights: RoomRights;
  /** The message of the address. */
  readonly jumpTo: number | null;
  readonly onThread: (root: ChatMessage) => void;
  /** Grows with each message that is sent here: the log goes to its end. */
  readonly sent: number;
  /** The message that is being changed. */
  readonly edited: number | null;
  readonly onEdit: (id: number | null) => void;
}

/** CHATUI-6 to CHATUI-9: the messages of a room. */
export function MessageLog({ known, rights, jumpTo, sent, edited, onThread, onEdit }: MessageLogProps) {
  const t = useWords(chatMessages);
  const { room } = known;
  const history = useHistory(room.id);
  const { messages, isLive } = useRoomMessages(room.id);
  const [readAt] = useState(() => (known.unread > 0 ? (room.subscription?.read ?? null) : null));
  const rows = useRows(known, messages, isLive, readAt);
  const first = messages[0]?.n ?? 0;
  const last = messages.at(-1)?.n ?? 0;
  const onEdge = (end: "up" | "down") => {
    if (history.state === "failed" || messages.length === 0) return;
    if (end === "up" && first > 1) void history.load({ before: first });
    if (end === "down" && last < known.n) void history.load({ after: last });
  };
  const log = useLogWindow({ rows, onEdge, isLive });
  useReading(known, log.isAtEnd);
  const [wanted, setWanted] = useState<{ readonly id: number } | { readonly afterN: number } | null>(() =>
    jumpTo === null ? null : { id: jumpTo },
  );
  useJump({ jumpTo, setWanted, wanted, rows, toRow: log.toRow });
  const jumpToUnread = async () => {
    if (readAt === null) return;
    if (first > readAt + 1) await history.load({ unread: "1" });
    setWanted({ afterN: readAt });
  };
  const jumpToMessage = async (id: number) => {
    if (!messages.some((message) => message.id === id)) await history.load({ id });
    setWanted({ id });
  };
  useEffect(() => {
    if (jumpTo !== null && messages.length > 0) void jumpToMessage(jumpTo);
    // Once for each address, when the room is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [jumpTo, messages.length > 0]);
  const toLatest = async () => {
    if (!isLive) await history.load({});
    log.toEnd();
  };
  const [sentBefore, setSentBefore] = useState(sent);
  useEffect(() => {
    if (sent === sentBefore) return;
    setSentBefore(sent);
    void toLatest();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each message
  }, [sent]);
  const isLoading = messages.length === 0 && known.n > 0;
  const firstNewIsAbove = readAt !== null && known.unread > 0 && first > readAt + 1;
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
        <LogHead known={known} isWhole={first <= 1 && !log.hasMore && !isLoading} history={history} onEdge={onEdge} />
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
              room={room}
              rights={rights}
              isEdited={edited !== null && row.message.id === edited}
              onThread={onThread}
              onEdit={onEdit}
            />
          </Fragment>
        ))}
      </div>
      {firstNewIsAbove ? (
        <Button className={styles.unread} aria-label={t("chat.toUnreadLabel")} onClick={() => void jumpToUnread()}>
          {t("chat.toUnread", { count: known.unread })}
        </Button>
      ) : null}
      {log.isAtEnd || isLoading || rows.length === 0 ? null : (
        <Button className={styles.latest} icon={IconArrowDown} onClick={() => void toLatest()}>
          {t("chat.latest")}
          <CountBadge count={known.unread} inline />
        </Button>
      )}
    </div>
  );
}

interface LogHeadProps {
  readonly known: ClientRoom;
  readonly isWhole: boolean;
  readonly history: ReturnType<typeof useHistory>;
  readonly onEdge: (end: "up" | "down") => void;
}

/** Above the first message: where the room begins, or that older ones are being loaded. */
function LogHead({ known, isWhole, history, onEdge }: LogHeadProps) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  if (history.state === "failed")
    return (
      <p className={styles.note} role="alert">
        {t("chat.historyFailed")} <Button onClick={() => onEdge("up")}>{t("chat.retry")}</Button>
      </p>
    );
  if (known.n === 0)
    return (
      <div className={styles.empty}>
        <StatePanel icon={IconMessageCircle} title={t("chat.first")} text={t("chat.firstText")} />
      </div>
    );
  if (isWhole) return <p className={styles.begin}>{t("chat.begin", { name: roomName(known.room, client.uid) })}</p>;
  return (
    <output className={styles.note}>
      <Spinner size={16} />
      <span className={styles.silent}>{t("chat.loadingOlder")}</span>
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
  const { id, type } = known.room;
  // Read by everybody else of a direct conversation.
  const seen = type === "d" && known.seen.size > 0 ? Math.min(...known.seen.values()) : 0;
  return useMemo(() => {
    const waiting = isLive ? outbox : [];
    const drawn = drawnMessages({ messages, outbox: waiting, room: id, thread: null, own, seen, now: clock.now() });
    return rowsOf(drawn, readAt, own.uid);
  }, [messages, outbox, isLive, id, own, seen, readAt, clock]);
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

interface Jump {
  readonly jumpTo: number | null;
  readonly wanted: { readonly id: number } | { readonly afterN: number } | null;
  readonly setWanted: (wanted: { readonly id: number } | null) => void;
  readonly rows: readonly Row[];
  readonly toRow: (key: string, rows: readonly Row[]) => void;
}

/** Goes to the wanted message as soon as it is there. */
function useJump({ wanted, setWanted, rows, toRow }: Jump): void {
  useEffect(() => {
    if (wanted === null) return;
    const found = rows.find(({ message }) => ("id" in wanted ? message.id === wanted.id : message.n > wanted.afterN));
    if (found === undefined) return;
    toRow(found.key, rows);
    setWanted(null);
  }, [wanted, rows, toRow, setWanted]);
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrow keys move between messages; Tab goes to the actions of the one with the focus. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLElement)) return;
  if (target !== currentTarget && target.getAttribute("role") !== "article" && target.tagName !== "ARTICLE") return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("article")];
  const at = rows.indexOf(target);
  const next = at < 0 ? rows.at(-1) : rows[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

import type { AnyRoom, ChatMessage } from "@callpanel/contract";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { Button, IconBellOff, IconBellRinging, IconButton, IconX, Skeleton, useDialogOpened } from "@callpanel/ui";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import { sameItems, useChat } from "../../../shared/chat/useChat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import type { RoomRights } from "../chat.rights.ts";
import { useRoomUploads } from "../files/useUploads.ts";
import { Composer } from "./composer/Composer.tsx";
import { moveBetweenRows } from "./log/MessageLog.tsx";
import { MessageRow } from "./log/MessageRow.tsx";
import { createRows } from "./log/rows.model.ts";
import type { Row } from "./log/rows.model.ts";
import styles from "./ThreadPanel.module.css";
import { useHistory } from "./log/useHistory.ts";
import { useOwnPerson } from "./log/useOwnPerson.ts";

export interface ThreadPanelProps {
  readonly room: AnyRoom;
  /** The message that the thread answers. */
  readonly root: number;
  /** The answer that one came for. */
  readonly answer: number | null;
  readonly rights: RoomRights;
  readonly onClose: () => void;
}

/** CHATUI-18: a message and its answers, next to the room. */
export function ThreadPanel({ room, root, answer, rights, onClose }: ThreadPanelProps) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const panel = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<number | null>(null);
  const uploads = useRoomUploads(room.id);
  const { load } = useHistory(room.id);
  const message = useMessage(room.id, root);
  const rows = useThreadRows(room.id, root);
  const last = rows.findLast(({ waiting }) => waiting === null)?.message.n ?? 0;
  useEffect(() => void load({ thread: root }), [load, root]);
  useEffect(() => {
    if (last > 0) client.order({ order: "readThread", room: room.id, thread: root, n: last });
    const wanted = answer === null ? null : list.current?.querySelector(`[data-message="${answer}"]`);
    if (wanted) wanted.scrollIntoView?.({ block: "center" });
    else list.current?.scrollTo?.({ top: list.current.scrollHeight });
  }, [answer, client, room.id, root, last, rows.length]);
  useLayoutEffect(() => panel.current?.querySelector("textarea")?.focus(), []);
  useEscape(onClose);
  const rowOf = (row: Row) => (
    <MessageRow
      key={row.key}
      row={row}
      room={room}
      rights={rights}
      isEdited={edited !== null && edited === row.message.id}
      isMarked={answer !== null && row.message.id === answer}
      onEdit={setEdited}
    />
  );
  return (
    <aside ref={panel} className={styles.panel} aria-label={t("chat.thread")}>
      <header className={styles.head}>
        <h3 className={styles.title}>{t("chat.thread")}</h3>
        {rights.isMember ? <FollowButton room={room.id} root={root} /> : null}
        <IconButton icon={IconX} label={t("chat.close")} onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its messages */}
      <div
        ref={list}
        className={styles.list}
        role="log"
        aria-label={t("chat.thread")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled and read by keyboard
        tabIndex={0}
        onKeyDown={moveBetweenRows}
      >
        {message === undefined ? <Skeleton height={52} /> : rowOf(rootRow(message))}
        <p className={styles.count}>
          {rows.length === 0 ? t("chat.threadNone") : t("chat.replies", { count: rows.length })}
        </p>
        {rows.map(rowOf)}
      </div>
      {rights.writes ? (
        <Composer
          room={room.id}
          thread={root}
          placeholder={t("chat.writeReply")}
          offersAll={room.type !== "d"}
          uploads={uploads}
          onSent={() => undefined}
        />
      ) : null}
    </aside>
  );
}

/** CHATUI-55: whether the user is notified of new replies. */
function FollowButton({ room, root }: { readonly room: string; readonly root: number }) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const isFollowed = useChat(useCallback((one: ChatClient) => one.followsThread(room, root), [room, root]));
  if (isFollowed === undefined) return null;
  return (
    <Button
      look="quiet"
      icon={isFollowed ? IconBellOff : IconBellRinging}
      onClick={() => client.order({ order: "follow", room, thread: root, on: !isFollowed })}
    >
      {t(isFollowed ? "chat.unfollow" : "chat.follow")}
    </Button>
  );
}

/** CHATUI-46: Escape closes the thread from everywhere in the page, unless something above it takes the key. */
function useEscape(onClose: () => void): void {
  const isCovered = useDialogOpened();
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isInMenu = event.target instanceof Element && event.target.closest("[role=menu]") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isCovered && !isInMenu) onClose();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

const rootRow = (message: ChatMessage): Row => ({
  key: `root-${message.id}`,
  message: { ...message, replies: null },
  state: "sent",
  waiting: null,
  isNewDay: false,
  isFirstNew: false,
  continues: false,
});

const useMessage = (room: string, id: number): ChatMessage | undefined =>
  useChat(useCallback((client: ChatClient) => client.message(room, id), [room, id]));

function useThreadRows(room: string, root: number): readonly Row[] {
  const answers = useChat(
    useCallback((client: ChatClient) => client.thread(room, root), [room, root]),
    sameItems,
  );
  const outbox = useChat(
    useCallback((client: ChatClient) => client.outbox(), []),
    sameItems,
  );
  const own = useOwnPerson();
  const { clock } = usePanel();
  const [rowsOf] = useState(createRows);
  return useMemo(
    () => rowsOf({ messages: answers, outbox, room, thread: root, own, seen: 0, readAt: null, now: clock.now() }),
    [rowsOf, answers, outbox, room, root, own, clock],
  );
}

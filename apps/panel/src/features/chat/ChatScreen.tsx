import { ROOM_TYPES } from "@callpanel/contract";
import { Button, IconMessageCircle, IconPlus, StatePanel } from "@callpanel/ui";
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { usePanel, useService } from "../../shared/panel.ts";
import { CHAT } from "../../shared/live/chat.ts";
import { CHAT_PARTS } from "../../shared/live/chatParts.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useSegment } from "../../shared/useSegment.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { chatMessages } from "./chat.messages.ts";
import { SMS_PLACE } from "./chat.model.ts";
import type { ListTab, ListView } from "./chat.model.ts";
import styles from "./ChatScreen.module.css";
import type { ListDialog } from "./dialogs/ListDialogs.tsx";
import { RoomList } from "./list/RoomList.tsx";
import { createLastView, LastViewContext } from "./room/log/logView.ts";
import { OpenRooms } from "./room/OpenRooms.tsx";
import type { RoomTarget } from "./room/keptRooms.model.ts";
import { keepListView, readListView } from "./state/listView.storage.ts";
import { readyMarkdown } from "./text/markdown.ts";
import { readyFonts } from "./text/messageFonts.ts";
import { readyParts } from "./text/textParts.ts";

const ready = new WeakSet<Document>();

/** With its code, while the browser is idle: what takes its time when it is first needed. Each way to a room asks for the code again. */
export function readyChat(document: Document): void {
  if (ready.has(document)) return;
  ready.add(document);
  readyMarkdown();
  readyParts();
  readyFonts(document);
}

const SmsPane = lazy(async () => ({ default: (await import("./sms/SmsPane.tsx")).SmsPane }));
const ListDialogs = lazy(async () => ({ default: (await import("./dialogs/ListDialogs.tsx")).ListDialogs }));

/** CHATUI-67: the page may be the first that needs chat. */
export function ChatScreen() {
  const parts = useService(CHAT_PARTS);
  const isThere = useSnapshot(parts) !== null;
  useEffect(() => {
    if (!isThere) parts.load();
  }, [parts, isThere]);
  return isThere ? <Conversations /> : null;
}

/** Conversations, and next to them the open one; on a narrow screen one of the two (CHATUI-4). */
function Conversations() {
  const t = useWords(chatMessages);
  const { storage, viewer } = usePanel();
  const chat = useService(CHAT);
  const line = useSnapshot(chat.line);
  const named = useSegment("roomType");
  const place = useSegment("roomId");
  const extra = useSegment("extraPath");
  // SMSUI-1: text messages are direct conversations at an address of their own.
  const isSms = named === "d" && place === SMS_PLACE;
  const smsId = isSms ? extra : null;
  const roomId = isSms ? null : place;
  const target = useTarget();
  const type: ListTab | undefined = isSms ? "s" : ROOM_TYPES.find((one) => one === named);
  const [stored, setStored] = useState(() => readListView(storage, viewer.user.id));
  const [tab, setTab] = useState<ListTab | null>(null);
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const [lastView] = useState(createLastView);
  // An address chooses the tab; a click on another one holds until the next address.
  const address = `${type ?? ""}/${smsId ?? roomId ?? ""}`;
  const [addressBefore, setAddressBefore] = useState(address);
  if (addressBefore !== address) {
    setAddressBefore(address);
    setTab(null);
  }
  const view = useMemo((): ListView => ({ ...stored, type: tab ?? type ?? stored.type }), [stored, tab, type]);
  const change = useCallback(
    (next: ListView) => {
      setTab(next.type);
      setStored(next);
      keepListView(storage, viewer.user.id, next);
    },
    [storage, viewer.user.id],
  );
  useEffect(() => {
    chat.show(roomId);
    return () => chat.show(null);
  }, [chat, roomId]);
  return (
    <div className={styles.screen}>
      <div className={styles.columns} data-open={(smsId ?? roomId) === null ? undefined : ""}>
        <RoomList view={view} openId={smsId ?? roomId} onView={change} onDialog={setDialog} />
        <LastViewContext value={lastView}>
          {smsId !== null ? (
            <Suspense fallback={<div className={styles.nothing} />}>
              <SmsPane key={smsId} id={smsId} />
            </Suspense>
          ) : null}
          {/* Also without one: the ones before it are kept. */}
          <OpenRooms roomId={roomId} target={target} />
        </LastViewContext>
        {(smsId ?? roomId) === null ? (
          <div className={styles.nothing}>
            <StatePanel
              icon={IconMessageCircle}
              title={t("chat.pick")}
              text={t("chat.pickText")}
              action={
                <Button look="primary" icon={IconPlus} onClick={() => setDialog("new")}>
                  {t("chat.new")}
                </Button>
              }
            />
          </div>
        ) : null}
      </div>
      {line === "closed" ? <output className={styles.offline}>{t("chat.offline")}</output> : null}
      <Suspense fallback={null}>
        {dialog === null ? null : <ListDialogs dialog={dialog} type={view.type} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  );
}

/** `5` is a message, `thread-5` one with its thread; coming to the same address again is a new wish. */
function useTarget(): RoomTarget {
  const named = useSegment("extraPath");
  const arrival = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  return useMemo(() => {
    const [, thread, id] = /^(thread-)?([1-9]\d{0,14})$/.exec(named ?? "") ?? [];
    return { message: id === undefined ? null : Number(id), opensThread: thread !== undefined };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new object with each arrival
  }, [named, arrival]);
}

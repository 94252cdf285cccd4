import { canWrite, getChatRoom, joinChatRoom } from "@callpanel/contract";
import type { AnyRoom } from "@callpanel/contract";
import type { ChatClient, ClientRoom } from "@callpanel/contract/chat-client";
import { Button, IconDoor, Skeleton, StatePanel } from "@callpanel/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { useChange } from "../../../shared/api/useChange.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { useChat } from "../../../shared/chat/useChat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import { chatMessages } from "../chat.messages.ts";
import { roomRights } from "../chat.rights.ts";
import { useRoomName } from "../useRoomName.ts";
import type { RoomRights } from "../chat.rights.ts";
import { useFileDrop } from "../files/useFileDrop.ts";
import type { Uploads } from "../files/useUploads.ts";
import { Composer } from "./composer/Composer.tsx";
import { MessageLog } from "./log/MessageLog.tsx";
import type { RoomTarget } from "./keptRooms.model.ts";
import { RoomHead } from "./RoomHead.tsx";
import type { RoomDialog } from "../dialogs/RoomDialogs.tsx";
import styles from "./RoomPane.module.css";
import { ThreadPanel } from "./ThreadPanel.tsx";
import type { LogGoal } from "./log/useLogJumps.ts";
import { useLeft } from "./useLeft.ts";

const RoomDialogs = lazy(async () => ({ default: (await import("../dialogs/RoomDialogs.tsx")).RoomDialogs }));

export interface RoomPaneProps {
  readonly roomId: string;
  readonly target: RoomTarget;
  readonly uploads: Uploads;
}

/** An open conversation. The user's own rooms come over the socket; only others are requested. */
export function RoomPane({ roomId, target, uploads }: RoomPaneProps) {
  const known = useChat(useCallback((client: ChatClient) => client.room(roomId), [roomId]));
  if (known !== undefined) return <OwnRoom known={known} target={target} uploads={uploads} />;
  return <OtherRoom roomId={roomId} />;
}

/** A channel that one could join, or one that does not exist. */
function OtherRoom({ roomId }: Pick<RoomPaneProps, "roomId">) {
  const { api } = usePanel();
  const line = useSnapshot(useService(CHAT).line);
  const { data: room, isError } = useQuery({
    queryKey: [...CHAT_KEY, "room", roomId],
    queryFn: ({ signal }) => api.call(getChatRoom, { params: { room_id: roomId }, signal }),
    enabled: line === "open",
    staleTime: 0,
    retry: false,
  });
  if (isError) return <GoneRoom />;
  if (room !== undefined && room.subscription === null) return <JoinableRoom room={room} />;
  return (
    <div className={styles.loading} aria-busy="true">
      <Skeleton height={36} />
      <Skeleton height={52} />
      <Skeleton height={52} />
    </div>
  );
}

function GoneRoom() {
  const t = useWords(chatMessages);
  const navigate = useNavigate();
  return (
    <div className={styles.state}>
      <StatePanel
        icon={IconDoor}
        title={t("chat.gone")}
        text={t("chat.goneText")}
        action={<Button onClick={() => void navigate({ to: "/chat" })}>{t("chat.goneBack")}</Button>}
      />
    </div>
  );
}

function JoinableRoom({ room }: { readonly room: AnyRoom }) {
  const t = useWords(chatMessages);
  const client = useQueryClient();
  const { viewer } = usePanel();
  const { busy, run } = useChange(() => void client.invalidateQueries({ queryKey: CHAT_KEY }));
  const name = useRoomName()(room);
  return (
    <section className={styles.pane} aria-label={name}>
      <RoomHead room={room} rights={roomRights(room, false)} onDialog={() => undefined} />
      <div className={styles.state}>
        <StatePanel
          icon={IconDoor}
          title={name}
          text={t("chat.joinText", { name })}
          action={
            canWrite(viewer.rights, "chats") ? (
              <Button
                look="primary"
                busy={busy}
                onClick={() =>
                  run({
                    fallback: "chats.join",
                    change: (api) => api.call(joinChatRoom, { body: { room_id: room.id } }),
                    done: null,
                  })
                }
              >
                {t("chat.join")}
              </Button>
            ) : null
          }
        />
      </div>
    </section>
  );
}

interface OwnRoomProps extends Pick<RoomPaneProps, "target" | "uploads"> {
  readonly known: ClientRoom;
}

function OwnRoom({ known, target, uploads }: OwnRoomProps) {
  const t = useWords(chatMessages);
  const { client } = useService(CHAT);
  const { room } = known;
  const { id, type } = room;
  const place = useMemo(() => ({ id, type }), [id, type]);
  const rights = useRoomRights(room);
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  const [sent, setSent] = useState(0);
  const pane = useRef<HTMLElement>(null);
  const drop = useFileDrop(rights.writes ? uploads.add : null);
  const name = useRoomName()(room);
  const focusField = () => pane.current?.querySelector("textarea")?.focus();
  const { goal, setGoal, thread, setThread } = useTarget(target);
  const openThread = useCallback(
    (root: number, answer?: number) => {
      setThread({ root, answer: answer ?? null });
      if (client.message(id, root) === undefined) setGoal({ kind: "message", id: root });
    },
    [client, id, setGoal, setThread],
  );
  const [edited, setEdited] = useState<number | null>(null);
  const edit = useCallback((message: number | null) => {
    setEdited(message);
    if (message === null) focusField();
  }, []);
  const editLast = () => {
    const own = client.messages(id).findLast((one) => one.from.uid === client.uid && !one.deleted);
    if (own !== undefined) setEdited(own.id);
  };
  const left = useCallback(() => {
    setDialog(null);
    setThread(null);
    setGoal(null);
    setEdited(null);
  }, [setGoal, setThread]);
  useLeft(left);
  return (
    <div className={styles.whole} data-thread={thread === null ? undefined : ""}>
      <section ref={pane} className={styles.pane} aria-label={name} {...drop.handlers}>
        <RoomHead room={room} rights={rights} onDialog={setDialog} />
        <MessageLog
          known={known}
          place={place}
          rights={rights}
          goal={goal}
          sent={sent}
          onThread={openThread}
          edited={edited}
          onEdit={edit}
        />
        {rights.writes ? (
          <Composer
            room={id}
            placeholder={t("chat.write", { name: room.type === "c" ? `#${name}` : name })}
            offersAll={room.type !== "d"}
            uploads={uploads}
            onSent={() => setSent((count) => count + 1)}
            onEditLast={editLast}
          />
        ) : (
          <p className={styles.closed}>{t(reasonOf(room, rights))}</p>
        )}
        {drop.isOver ? <div className={styles.drop}>{t("chat.drop")}</div> : null}
      </section>
      {thread === null ? null : (
        <ThreadPanel
          key={thread.root}
          room={room}
          root={thread.root}
          answer={thread.answer}
          rights={rights}
          onClose={() => {
            setThread(null);
            focusField();
          }}
        />
      )}
      <Suspense fallback={null}>
        {dialog === null ? null : (
          <RoomDialogs room={room} rights={rights} dialog={dialog} onGoal={setGoal} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </div>
  );
}

interface OpenThread {
  readonly root: number;
  /** The answer that one came for. */
  readonly answer: number | null;
}

/** Where one is to be in the room: each address sets it again, and each jump in the room. */
function useTarget(target: RoomTarget) {
  const [goal, setGoal] = useState<LogGoal | null>(() => goalOf(target));
  const [thread, setThread] = useState<OpenThread | null>(() => threadOf(target));
  const [before, setBefore] = useState(target);
  if (before !== target) {
    setBefore(target);
    if (target.message !== null) setGoal(goalOf(target));
    if (target.opensThread) setThread(threadOf(target));
  }
  return { goal, setGoal, thread, setThread };
}

const goalOf = ({ message }: RoomTarget): LogGoal | null =>
  message === null ? null : { kind: "message", id: message };

const threadOf = ({ message, opensThread }: RoomTarget): OpenThread | null =>
  message === null || !opensThread ? null : { root: message, answer: null };

/** The same object until a right changes: all rows have it. */
function useRoomRights(room: AnyRoom): RoomRights {
  const { viewer } = usePanel();
  const { isMember, owns, writes, reacts, invites } = roomRights(room, canWrite(viewer.rights, "chats"));
  return useMemo(() => ({ isMember, owns, writes, reacts, invites }), [isMember, owns, writes, reacts, invites]);
}

/** Why nothing can be written. */
const reasonOf = (room: AnyRoom, rights: RoomRights) =>
  room.archived ? "chat.archivedText" : rights.reacts ? "chat.readOnlyText" : "chat.noWriteText";

import type { JoinedMeeting, MeetingClient, MeetingSnapshot } from "@callpanel/meeting";
import { Button, IconAntennaBars2, IconLock, IconPlayerRecord, IconWifiOff, Spinner } from "@callpanel/ui";
import { useState } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../../shared/words/useWords.ts";
import { ChatPane } from "./ChatPane.tsx";
import { Controls } from "./Controls.tsx";
import type { Pane } from "./Controls.tsx";
import { PeoplePane } from "./PeoplePane.tsx";
import { PipRoom } from "./PipRoom.tsx";
import { roomMessages } from "./room.messages.ts";
import { RoomSound } from "./RoomSound.tsx";
import styles from "./RoomView.module.css";
import { Stage } from "./Stage.tsx";
import type { RoomView as View } from "./stage.model.ts";
import { useMeeting, useNotes, useOrders, useSharing } from "./useMeeting.ts";
import type { RoomNote } from "./useMeeting.ts";
import { usePip } from "../../../shared/pip/usePip.ts";
import type { Pip } from "../../../shared/pip/usePip.ts";
import { useRoomKeys } from "./useRoomKeys.ts";
import { useNoiseNews, useRoomNews } from "./useRoomNews.ts";

export interface RoomViewProps {
  readonly client: MeetingClient;
  /** Small: only the stage, without bar and panes. */
  readonly isSmall?: boolean;
  /** A call goes on: until it is over, the meeting is not heard (VCALL-4). */
  readonly onCall?: boolean;
}

/** A meeting: tiles, buttons, chat and people. The same in the panel's window and on a guest's page. */
export function RoomView({ client, isSmall = false, onCall = false }: RoomViewProps) {
  const snapshot = useMeeting(client);
  const { meeting } = snapshot;
  useRoomKeys(client);
  // The bar of a small window has its own button.
  const leave = isSmall ? undefined : client.leave;
  switch (meeting.phase) {
    case "connecting":
      return <Waits title="room.connecting" leave={leave} />;
    case "lobby":
      return <Waits title="room.lobbyTitle" text="room.lobbyText" room={meeting.room} leave={leave} />;
    case "joined":
      return <Joined client={client} snapshot={snapshot} meeting={meeting} isSmall={isSmall} onCall={onCall} />;
    case "over":
    case "refused":
      return null;
  }
}

interface WaitsProps {
  readonly title: keyof typeof roomMessages;
  readonly text?: keyof typeof roomMessages;
  readonly room?: string;
  readonly leave: (() => void) | undefined;
}

function Waits({ title, text, room = "", leave }: WaitsProps) {
  const t = useWords(roomMessages);
  return (
    <div className={styles.waits}>
      <output className={styles.waiting}>
        <Spinner size={28} />
        <p className={styles.title}>{t(title)}</p>
        {text === undefined ? null : <p>{t(text, { room })}</p>}
      </output>
      {leave === undefined ? null : <Button onClick={leave}>{t("room.leave")}</Button>}
    </div>
  );
}

const PIP_SIZE = { width: 384, height: 264 } as const;

interface JoinedProps extends Required<RoomViewProps> {
  readonly snapshot: MeetingSnapshot;
  readonly meeting: JoinedMeeting;
}

function Joined({ client, snapshot, meeting, isSmall, onCall }: JoinedProps) {
  const { note, say } = useNotes();
  const order = useOrders(client, say);
  const share = useSharing(client, say);
  const [view, setView] = useState<View>("gallery");
  const [pane, setPane] = useState<Pane>("none");
  const unread = useUnread(meeting, pane);
  useRoomNews(client, meeting, say);
  useNoiseNews(snapshot.capture.noise, say);
  const pip = usePip(PIP_SIZE);
  const close = () => setPane("none");
  return (
    <div className={styles.room} data-pane={pane === "none" || isSmall ? undefined : ""}>
      <div className={styles.middle}>
        <Banners snapshot={snapshot} meeting={meeting} onCall={onCall} />
        <RoomSound snapshot={snapshot} isMuted={onCall} />
        {pip === null || pip.place === null ? (
          <Stage client={client} snapshot={snapshot} meeting={meeting} view={isSmall ? "single" : view} />
        ) : (
          <>
            <Elsewhere pip={pip} />
            <PipRoom client={client} snapshot={snapshot} meeting={meeting} place={pip.place} />
          </>
        )}
        <Note note={note} />
      </div>
      {isSmall || pane === "none" ? null : pane === "chat" ? (
        <ChatPane meeting={meeting} order={order} onClose={close} />
      ) : (
        <PeoplePane meeting={meeting} order={order} onClose={close} />
      )}
      {isSmall ? null : (
        <Controls
          client={client}
          snapshot={snapshot}
          meeting={meeting}
          view={view}
          pane={pane}
          unread={unread}
          pip={pip}
          order={order}
          onShare={share}
          onView={setView}
          onPane={setPane}
          onLeave={client.leave}
        />
      )}
    </div>
  );
}

/** In place of the tiles, while they are in a window of their own. */
function Elsewhere({ pip }: { readonly pip: Pip }) {
  const t = useWords(roomMessages);
  return (
    <div className={styles.waits}>
      <p className={styles.title}>{t("room.inPip")}</p>
      <p>{t("room.inPipText")}</p>
      <Button onClick={pip.toggle}>{t("room.fromPip")}</Button>
    </div>
  );
}

/** Messages since the chat was last open; messages from before the user came count as read. */
function useUnread({ messages, self }: JoinedMeeting, pane: Pane): number {
  const last = messages.at(-1)?.n ?? 0;
  const [read, setRead] = useState(last);
  if (pane === "chat" && read < last) setRead(last);
  return messages.filter(({ n, from }) => n > read && from !== self).length;
}

function Note({ note }: { readonly note: RoomNote | null }): ReactNode {
  return (
    <>
      <output className={styles.note}>{note?.kind === "status" ? <span key={note.id}>{note.text}</span> : null}</output>
      <div className={styles.note} role="alert">
        {note?.kind === "alert" ? <span key={note.id}>{note.text}</span> : null}
      </div>
    </>
  );
}

/** What is wrong, over the tiles: it moves none of them. */
function Banners({
  snapshot: { capture, media },
  meeting,
  onCall,
}: Pick<JoinedProps, "snapshot" | "meeting" | "onCall">) {
  const t = useWords(roomMessages);
  const { quality, online, locked, recording, participants } = meeting;
  const faults = (["microphone", "camera"] as const).flatMap((kind) => {
    const { fault } = capture[kind];
    return fault === null ? [] : [t(`room.fault.${kind}.${fault}`)];
  });
  const weak = { up: "room.weakUp", down: "room.weakDown" } as const;
  return (
    <div className={styles.banners}>
      {online ? null : <Banner icon={<IconWifiOff size={18} aria-hidden />}>{t("room.offline")}</Banner>}
      {online && media === "interrupted" ? (
        <Banner icon={<IconWifiOff size={18} aria-hidden />}>{t("room.interrupted")}</Banner>
      ) : null}
      {online && media === "connected" && quality.level < 3 ? (
        <Banner icon={<IconAntennaBars2 size={18} aria-hidden />} quality={quality.level}>
          {t(quality.cause === null ? "room.weak" : weak[quality.cause])}
        </Banner>
      ) : null}
      {faults.map((fault) => (
        <Banner key={fault}>{fault}</Banner>
      ))}
      {onCall ? <p className={styles.quiet}>{t("room.onCall")}</p> : null}
      {participants.length === 1 ? <p className={styles.quiet}>{t("room.alone")}</p> : null}
      {recording ? (
        <p className={styles.quiet}>
          <IconPlayerRecord size={16} aria-hidden /> {t("room.recording")}
        </p>
      ) : null}
      {locked ? (
        <p className={styles.quiet}>
          <IconLock size={16} aria-hidden /> {t("room.locked")}
        </p>
      ) : null}
    </div>
  );
}

interface BannerProps {
  readonly icon?: ReactNode;
  readonly quality?: number;
  readonly children: ReactNode;
}

function Banner({ icon, quality, children }: BannerProps) {
  return (
    <output className={styles.banner} data-quality={quality}>
      {icon}
      {children}
    </output>
  );
}

import type { AnyRoom } from "@callpanel/contract";
import { IconArrowLeft, IconButton, IconPhone, IconPin, IconSearch, IconUsers } from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { CHAT } from "../../../shared/live/chat.ts";
import { useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useDial } from "../../../shared/phone/useDial.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useChatUsers } from "../../../shared/chat/chatPeople.ts";
import { chatMessages } from "../chat.messages.ts";
import { peerOf } from "../chat.model.ts";
import type { RoomRights } from "../chat.rights.ts";
import type { RoomDialog } from "../dialogs/RoomDialogs.tsx";
import { RoomPicture } from "../list/RoomPicture.tsx";
import { presenceMessages } from "../../../shared/chat/presence.messages.ts";
import { presenceText } from "../../../shared/chat/presence.words.ts";
import { useRoomName } from "../useRoomName.ts";
import styles from "./RoomHead.module.css";
import { RoomMenu } from "./RoomMenu.tsx";

export interface RoomHeadProps {
  readonly room: AnyRoom;
  readonly rights: RoomRights;
  readonly onDialog: (dialog: RoomDialog) => void;
}

/** The name and the topic of the room, and the actions of the user. */
export function RoomHead({ room, rights, onDialog }: RoomHeadProps) {
  const t = useWords(chatMessages);
  const navigate = useNavigate();
  const { uid } = useService(CHAT).client;
  const name = useRoomName()(room);
  return (
    <header className={styles.head}>
      <IconButton
        className={styles.back}
        icon={IconArrowLeft}
        label={t("chat.back")}
        onClick={() => void navigate({ to: `/chat/${room.type}` })}
      />
      <RoomPicture room={room} uid={uid} size={34} />
      <div className={styles.lines}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <About room={room} uid={uid} />
      </div>
      <span className={styles.tools}>
        <CallPeer room={room} uid={uid} />
        {rights.isMember ? (
          <>
            <IconButton
              className={styles.wide}
              icon={IconPin}
              label={t("chat.pins")}
              onClick={() => onDialog("pins")}
            />
            <IconButton icon={IconSearch} label={t("chat.search")} onClick={() => onDialog("search")} />
            <IconButton icon={IconUsers} label={t("chat.members")} onClick={() => onDialog("members")} />
            <RoomMenu room={room} rights={rights} name={name} onDialog={onDialog} />
          </>
        ) : null}
      </span>
    </header>
  );
}

function About({ room, uid }: { readonly room: AnyRoom; readonly uid: string }) {
  const t = useWords(chatMessages);
  const say = useWords(presenceMessages);
  const chat = useService(CHAT);
  const peer = peerOf(room, uid);
  const presence = useSnapshot(useMemo(() => chat.presence(peer ?? ""), [chat, peer]));
  const text = peer === undefined ? t("chat.peopleCount", { count: room.usersCount }) : presenceText(presence, say);
  const topic = room.type === "d" ? "" : room.topic;
  return (
    <p className={styles.about}>
      {text}
      {topic === "" ? null : (
        <>
          {" · "}
          <bdi>{topic}</bdi>
        </>
      )}
      {room.archived ? <span> · {t("chat.archived")}</span> : null}
    </p>
  );
}

function CallPeer({ room, uid }: { readonly room: AnyRoom; readonly uid: string }) {
  const t = useWords(chatMessages);
  const dial = useDial();
  const { byUid } = useChatUsers();
  const peer = peerOf(room, uid);
  const user = peer === undefined || peer === uid ? undefined : byUid.get(peer);
  if (dial === null || user === undefined || user.extension === "") return null;
  return (
    <IconButton icon={IconPhone} label={t("chat.call", { name: user.name })} onClick={() => dial(user.extension)} />
  );
}

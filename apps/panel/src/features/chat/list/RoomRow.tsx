import type { ClientRoom } from "@callpanel/contract/chat-client";
import { CountBadge, IconBellOff } from "@callpanel/ui";
import { memo, useId } from "react";
import { usePanel, useService } from "../../../shared/panel.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { PageLink } from "../../../shared/PageLink.tsx";
import { useFormats } from "../../../shared/formats/useFormats.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useRoomName } from "../useRoomName.ts";
import { callLineMessages } from "../room/log/callLine.messages.ts";
import { callLineText } from "../room/log/callLine.model.ts";
import { RoomPicture } from "./RoomPicture.tsx";
import styles from "./RoomRow.module.css";

export interface RoomRowProps {
  readonly known: ClientRoom;
  readonly uid: string;
  readonly isOpen: boolean;
}

/** A conversation of the list: its name, its last message, and how many are unread. */
export const RoomRow = memo(function RoomRow({ known, uid, isOpen }: RoomRowProps) {
  const t = useWords(chatMessages);
  const line = useWords(callLineMessages);
  const formats = useFormats();
  const id = useId();
  const { room, unread, mentions } = known;
  const { clock } = usePanel();
  const { drafts } = useService(CHAT);
  const draft = useSnapshot(drafts).get(`${room.id}/`);
  const name = useRoomName()(room);
  const personOf = usePersonName();
  const isSilent = room.subscription?.notify === "nothing";
  const last = room.lastMessage;
  const marks = [
    unread > 0 ? t("chat.unread", { count: unread }) : "",
    mentions.length > 0 ? t("chat.mentions", { count: mentions.length }) : "",
    room.archived ? t("chat.archived") : "",
    room.subscription?.open === false ? t("chat.hidden") : "",
    isSilent ? t("chat.silent") : "",
  ].filter(Boolean);
  return (
    <li className={styles.row} aria-label={name} data-unread={unread} data-room={room.id}>
      <PageLink
        to={roomPath(room)}
        current={isOpen}
        className={styles.link}
        data-unread={unread > 0 ? "" : undefined}
        data-quiet={room.archived || room.subscription?.open === false ? "" : undefined}
        aria-describedby={marks.length > 0 ? `${id}-marks` : undefined}
      >
        <RoomPicture room={room} uid={uid} size={32} />
        <span className={styles.lines}>
          <span className={styles.first}>
            <bdi className={styles.name}>{name}</bdi>
            {isSilent ? <IconBellOff size={14} stroke={1.75} aria-hidden /> : null}
            <span className={styles.when}>{last === null ? "" : formats.recent(last.at, clock.now())}</span>
          </span>
          <span className={styles.second}>
            <bdi className={styles.last} data-draft={draft === undefined || isOpen ? undefined : ""}>
              {draft !== undefined && !isOpen
                ? t("chat.draft", { text: draft })
                : lastText(known, uid, { t, line, name, personOf })}
            </bdi>
            {mentions.length > 0 ? (
              <span className={styles.mention} aria-hidden="true">
                @
              </span>
            ) : null}
            <CountBadge count={unread} inline />
          </span>
        </span>
        <span id={`${id}-marks`} hidden>
          {marks.join(", ")}
        </span>
      </PageLink>
    </li>
  );
});

interface LastWords {
  readonly t: ReturnType<typeof useWords<typeof chatMessages>>;
  readonly line: ReturnType<typeof useWords<typeof callLineMessages>>;
  /** Of the room. */
  readonly name: string;
  readonly personOf: ReturnType<typeof usePersonName>;
}

function lastText({ room }: ClientRoom, uid: string, { t, line, name, personOf }: LastWords): string {
  const last = room.lastMessage;
  if (last === null) return t("chat.noMessage");
  const { call } = last;
  if (call !== undefined) return callLineText(line, { call, uid, peerName: name });
  const text = last.preview === "" ? t("chat.noText") : last.preview;
  if (last.from.uid === uid) return t("chat.you", { text });
  return room.type === "d" && room.users.length <= 2
    ? text
    : t("chat.said", { name: last.from.name.split(" ")[0] || personOf(""), text });
}

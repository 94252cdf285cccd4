import type { ChatCall, LastMessage } from "@callpanel/contract";
import type { ClientRoom } from "@callpanel/contract/chat-client";
import { CountBadge, IconBellOff } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { memo, useId, type ReactNode } from "react";
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
import { callLinesQuery } from "../presence/presence.api.ts";
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
  const formats = useFormats();
  const id = useId();
  const { room, unread, mentions } = known;
  const { clock } = usePanel();
  const { drafts } = useService(CHAT);
  const draft = useSnapshot(drafts).get(`${room.id}/`);
  const name = useRoomName()(room);
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
              {draft !== undefined && !isOpen ? t("chat.draft", { text: draft }) : <LastLine known={known} uid={uid} />}
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

type LastLineProps = Pick<RoomRowProps, "known" | "uid">;

function LastLine({ known, uid }: LastLineProps): ReactNode {
  const t = useWords(chatMessages);
  const personOf = usePersonName();
  const { lastMessage: last } = known.room;
  if (last === null) return t("chat.noMessage");
  return last.call === undefined ? (
    lastText(known, last, uid, { t, personOf })
  ) : (
    <LastCall known={known} call={last.call} uid={uid} />
  );
}

/** CHATUI-34: nothing for who does not want lines of the phone. */
function LastCall({ known: { room }, call, uid }: LastLineProps & { readonly call: ChatCall }): ReactNode {
  const line = useWords(callLineMessages);
  const peerName = useRoomName()(room);
  const { api } = usePanel();
  const { data: isHidden = false } = useQuery(callLinesQuery(api));
  return isHidden ? null : callLineText(line, { call, uid, peerName });
}

interface LastWords {
  readonly t: ReturnType<typeof useWords<typeof chatMessages>>;
  readonly personOf: ReturnType<typeof usePersonName>;
}

function lastText({ room }: ClientRoom, last: LastMessage, uid: string, { t, personOf }: LastWords): string {
  const text = last.preview === "" ? t("chat.noText") : last.preview;
  if (last.from.uid === uid) return t("chat.you", { text });
  return room.type === "d" && room.users.length <= 2
    ? text
    : t("chat.said", { name: last.from.name.split(" ")[0] || personOf(""), text });
}

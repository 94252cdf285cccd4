import type { ChatCall, LastMessage } from "@callpanel/contract";
import type { ClientRoom } from "@callpanel/contract/chat-client";
import { IconBellOff } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode } from "react";
import { usePanel, useService } from "../../../shared/panel.ts";
import { CHAT } from "../../../shared/live/chat.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { chatMessages } from "../chat.messages.ts";
import { roomPath } from "../../../shared/chat/useMessage.ts";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { useRoomName } from "../useRoomName.ts";
import { callLineMessages } from "../room/log/callLine.messages.ts";
import { callLineText } from "../room/log/callLine.model.ts";
import { callLinesQuery } from "../presence/presence.api.ts";
import { ConversationRow } from "./ConversationRow.tsx";
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
  const { room, unread, mentions } = known;
  const { drafts } = useService(CHAT);
  const draft = useSnapshot(drafts).get(`${room.id}/`);
  const isSilent = room.subscription?.notify === "nothing";
  const isHidden = room.subscription?.open === false;
  return (
    <ConversationRow
      to={roomPath(room)}
      isOpen={isOpen}
      name={useRoomName()(room)}
      picture={<RoomPicture room={room} uid={uid} size={32} />}
      sign={isSilent ? <IconBellOff size={14} stroke={1.75} aria-hidden /> : null}
      at={room.lastMessage?.at ?? null}
      line={<LastLine known={known} uid={uid} />}
      draft={draft === undefined ? null : t("chat.draft", { text: draft })}
      tag={
        mentions.length > 0 ? (
          <span className={styles.mention} aria-hidden="true">
            @
          </span>
        ) : null
      }
      unread={unread}
      marks={[
        unread > 0 ? t("chat.unread", { count: unread }) : "",
        mentions.length > 0 ? t("chat.mentions", { count: mentions.length }) : "",
        room.archived ? t("chat.archived") : "",
        isHidden ? t("chat.hidden") : "",
        isSilent ? t("chat.silent") : "",
      ]}
      isQuiet={room.archived || isHidden}
      data={{ "data-room": room.id }}
    />
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

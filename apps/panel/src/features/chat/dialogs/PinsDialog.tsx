import { listChatPins } from "@callpanel/contract";
import type { AnyRoom } from "@callpanel/contract";
import { Dialog, IconButton, IconPin, IconPinnedOff, Skeleton, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../shared/api/LoadFailed.tsx";
import { CHAT } from "../../../shared/live/chat.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { usePersonName } from "../../../shared/chat/usePersonName.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";
import type { RoomRights } from "../chat.rights.ts";
import type { LogGoal } from "../room/log/useLogJumps.ts";
import { chatDialogsMessages } from "./chatDialogs.messages.ts";
import styles from "./Dialogs.module.css";
import { MessageHit } from "./MessageHit.tsx";

const WIDTH_PX = 560;

export interface PinsDialogProps {
  readonly room: AnyRoom;
  readonly rights: RoomRights;
  readonly onGoal: (goal: LogGoal) => void;
  readonly onClose: () => void;
}

/** CHATUI-42: what is pinned in a room. */
export function PinsDialog({ room, rights, onGoal, onClose }: PinsDialogProps) {
  const t = useWords(chatDialogsMessages);
  const { api } = usePanel();
  const { client } = useService(CHAT);
  const personOf = usePersonName();
  const [unpinned, setUnpinned] = useState<readonly number[]>([]);
  const query = useQuery({
    queryKey: [...CHAT_KEY, "pins", room.id],
    queryFn: ({ signal }) => api.call(listChatPins, { params: { room_id: room.id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const pins = query.data?.data.filter(({ id }) => !unpinned.includes(id)) ?? [];
  const unpin = (id: number) => {
    client.order({ order: "pin", room: room.id, id, on: false });
    setUnpinned([...unpinned, id]);
  };
  return (
    <Dialog opened onClose={onClose} title={t("chat.d.pins")} closeLabel={t("chat.d.close")} width={WIDTH_PX}>
      {query.isPending ? <Skeleton height={120} /> : null}
      {query.isError ? (
        <LoadFailed error={query.error} fallback="chats.search" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && pins.length === 0 ? (
        <StatePanel icon={IconPin} title={t("chat.d.pinsNone")} text={t("chat.d.pinsNoneText")} />
      ) : null}
      <ul className={styles.list} aria-label={t("chat.d.pins")}>
        {pins.map((message) => (
          <MessageHit
            key={message.id}
            head={personOf(message.from.name)}
            message={message}
            onOpen={() => {
              onClose();
              onGoal({ kind: "message", id: message.id });
            }}
            action={
              rights.reacts ? (
                <IconButton
                  size="small"
                  icon={IconPinnedOff}
                  label={t("chat.d.unpin")}
                  onClick={() => unpin(message.id)}
                />
              ) : null
            }
          />
        ))}
      </ul>
    </Dialog>
  );
}
